;; -*- lexical-binding: t -*-
;; Runs inside Emacs, in a copy of the folder examples: the rendered text of states next to them.

(require 'testing (expand-file-name "testing.el" (file-name-directory load-file-name)))
(require 'cl-lib)

(defvar states (expand-file-name "salt/states/web/"))

(defun visit (file)
  "Visit FILE of the states, with the server of its project."
  (find-file (expand-file-name file states))
  (unless (eglot-managed-p)
    (if (eglot-current-server) (eglot--maybe-activate-editing-mode) (apply #'eglot--connect (eglot--guess-contact)))))

(defun on (text)
  "Put point on TEXT, as a user's keys would."
  (goto-char (point-min))
  (search-forward text)
  (goto-char (match-beginning 0))
  (run-hooks 'post-command-hook))

(defun view ()
  "The buffer that shows a text."
  (cl-find-if (lambda (it) (string-prefix-p "*rendered " (buffer-name it))) (buffer-list)))

(defun text ()
  (if (view) (with-current-buffer (view) (buffer-string)) ""))

(defun marked (face)
  "The texts that are marked with FACE, in order."
  (when (view)
    (with-current-buffer (view)
      (let ((found (cl-remove-if-not (lambda (it) (eq (overlay-get it 'face) face)) (overlays-in (point-min) (point-max)))))
        (mapcar (lambda (it) (buffer-substring-no-properties (overlay-start it) (overlay-end it)))
                (sort found (lambda (a b) (< (overlay-start a) (overlay-start b)))))))))

(run-tests
  (require 'eglot)
  (add-to-list 'load-path (getenv "BUNRAKU_FOLDER"))
  (load (getenv "BUNRAKU_PLUGIN"))
  (setq bunraku-command (list (getenv "BUNRAKU_SERVER") "lsp")
        eglot-sync-connect 10
        eglot-connect-timeout 10)
  (ok (commandp 'bunraku-rendered) "the command is there before it is loaded")

  (visit "init.sls")
  (let ((source (current-buffer)))
    (on "{{ web.package }}")
    (call-interactively #'bunraku-rendered)
    (ok (soon (lambda () (string-match-p "^    - name: nginx$" (text)))) (format "the text of the file: %S" (text)))
    (ok (eq (current-buffer) source) "is a view next to it")
    (ok (equal (marked 'bunraku-rendered-made) '("nginx")) (format "what the expression has made is marked: %S" (marked 'bunraku-rendered-made)))
    (ok (equal (marked 'bunraku-rendered-line) '("    - name: nginx\n")) (format "and its line: %S" (marked 'bunraku-rendered-line)))

    (on "- enable: True")
    (ok (and (equal (marked 'bunraku-rendered-line) '("    - enable: True\n")) (null (marked 'bunraku-rendered-made)))
        (format "the marks follow the cursor: %S" (marked 'bunraku-rendered-line)))
    (ok (with-current-buffer (view) (looking-at ".*enable: True")) "so does the view")

    (goto-char (point-min))
    (insert "# {{ 6 * 7 }}\n")
    (on "{{ 6")
    (ok (soon (lambda () (and (string-prefix-p "# 42\n" (text)) (equal (marked 'bunraku-rendered-made) '("42")))))
        (format "and what is typed: %S %S" (substring (text) 0 (min 10 (length (text)))) (marked 'bunraku-rendered-made)))
    (set-buffer-modified-p nil)
    (kill-buffer (view))
    (ok (null (buffer-local-value 'bunraku-rendered--views source)) "a view that is closed is forgotten"))

  (visit "sites.sls")
  (on "{{ site.name }}")
  (call-interactively #'bunraku-rendered)
  (ok (soon (lambda () (equal (marked 'bunraku-rendered-made) '("one" "two"))))
      (format "each turn of a loop: %S" (marked 'bunraku-rendered-made)))
  (goto-char (point-min))
  (insert "{{ nothing }}\n")
  (ok (soon (lambda () (string-match-p "Jinja variable 'nothing' is undefined" (text)))) (format "why there is no text: %S" (text)))
  (set-buffer-modified-p nil)
  (eglot-shutdown (eglot-current-server)))
