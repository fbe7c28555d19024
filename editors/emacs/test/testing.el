;; -*- lexical-binding: t -*-
;; What the tests inside Emacs share: they count, wait, and end by saying how it went.

(require 'package)
(package-initialize)

(defvar passed 0)
(defvar failed 0)

(defun ok (condition what)
  (if condition (setq passed (1+ passed)) (setq failed (1+ failed)))
  (message "%s %s" (if condition "ok" "not ok") what))

(defun soon (ask)
  "Call ASK until it returns something: at first the server is still reading."
  (let ((end (+ (float-time) 30)) value)
    (while (and (not (setq value (ignore-errors (funcall ask)))) (< (float-time) end))
      (accept-process-output nil 0.1))
    value))

(defmacro run-tests (&rest tests)
  "Run TESTS, all of a file's. Emacs ends with them."
  `(progn
     (condition-case problem
         (progn ,@tests)
       (error (ok nil (format "exception %S" problem))))
     (message "%d passed, %d failed" passed failed)
     (kill-emacs (if (> failed 0) 1 0))))

(provide 'testing)
