;; -*- lexical-binding: t -*-
;; Evaluates what docs/editors.md tells users of Emacs to write into their configuration.

(require 'testing (expand-file-name "testing.el" (file-name-directory load-file-name)))

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

(run-tests
  (let ((forms (forms (getenv "BUNRAKU_PAGE"))))
    (ok (> (length forms) 3) (format "the page has Emacs Lisp (%d)" (length forms)))
    (mapc (lambda (form) (eval form t)) forms))
  (ok (featurep 'bunraku) "the library is loaded")
  (ok (memq 'eglot-ensure puppet-mode-hook) "manifests start the server")
  (ok (memq 'eglot-ensure bunraku-epp-mode-hook) "templates start the server")
  (ok (equal bunraku-command '("/path/to/bunraku" "lsp")) "the program can be named"))
