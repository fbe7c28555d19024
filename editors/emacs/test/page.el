;; -*- lexical-binding: t -*-
;; Evaluates what docs/editors.md tells users of Emacs to write into their configuration.

(require 'package)
(package-initialize)

(defvar passed 0)
(defvar failed 0)

(defun ok (condition what)
  (if condition (setq passed (1+ passed)) (setq failed (1+ failed)))
  (message "%s %s" (if condition "ok" "not ok") what))

(defun forms (page)
  "What stands between the fences of Emacs Lisp on PAGE, with the folder of the plugin in its place."
  (with-temp-buffer
    (insert-file-contents page)
    (goto-char (point-min))
    (re-search-forward "^```elisp\n")
    (let ((text (buffer-substring (point) (save-excursion (re-search-forward "^```$") (match-beginning 0)))) (at 0) forms)
      (setq text (replace-regexp-in-string "/path/to/bunraku/editors/emacs" (getenv "BUNRAKU_FOLDER") text t t))
      (condition-case nil
          (while t (let ((read (read-from-string text at))) (push (car read) forms) (setq at (cdr read))))
        (end-of-file (nreverse forms))))))

(condition-case problem
    (progn
      (let ((forms (forms (getenv "BUNRAKU_PAGE"))))
        (ok (> (length forms) 3) (format "the page has Emacs Lisp (%d)" (length forms)))
        (mapc (lambda (form) (eval form t)) forms))
      (ok (featurep 'bunraku) "the library is loaded")
      (ok (memq 'eglot-ensure puppet-mode-hook) "manifests start the server")
      (ok (memq 'eglot-ensure bunraku-epp-mode-hook) "templates start the server")
      (ok (equal bunraku-command '("/path/to/bunraku" "lsp")) "the program can be named"))
  (error (setq failed (1+ failed)) (message "not ok exception %S" problem)))

(message "%d passed, %d failed" passed failed)
(kill-emacs (if (> failed 0) 1 0))
