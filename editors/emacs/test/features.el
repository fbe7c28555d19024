;; -*- lexical-binding: t -*-
;; Runs inside Emacs, in a copy of the folder examples: each feature of eglot through what a user's key calls.

(require 'testing (expand-file-name "testing.el" (file-name-directory load-file-name)))
(require 'cl-lib)

(defvar module (expand-file-name "site/modules/webserver/manifests/"))

(defun visit (file)
  "Visit FILE, with the server of its project."
  (find-file file)
  (unless (eglot-managed-p)
    (if (eglot-current-server) (eglot--maybe-activate-editing-mode) (apply #'eglot--connect (eglot--guess-contact)))))

(defun on (name text &optional further)
  "Visit NAME of the module, at TEXT, or so many characters FURTHER."
  (visit (expand-file-name name module))
  (goto-char (point-min))
  (search-forward text)
  (goto-char (+ (match-beginning 0) (or further 0))))

(defun here ()
  (format "%s:%d" (file-name-nondirectory (or buffer-file-name "")) (line-number-at-pos)))

(defun places (found)
  "The places of FOUND, what xref has, as `file:line'."
  (mapcar (lambda (it)
            (let ((location (xref-item-location it)))
              (format "%s:%d" (file-name-nondirectory (xref-location-group location)) (xref-location-line location))))
          found))

(run-tests
  (require 'eglot)
  (require 'xref)
  (require 'puppet-mode)
  (load (getenv "BUNRAKU_PLUGIN"))
  (setq bunraku-command (list (getenv "BUNRAKU_SERVER") "lsp")
        eglot-sync-connect 10
        eglot-connect-timeout 10
        eglot-confirm-server-initiated-edits nil
        xref-prompt-for-identifier nil)

  (ok (soon (lambda ()
              (on "vhost.pp" "include webserver" 9)
              (call-interactively #'xref-find-definitions)
              (equal (here) "init.pp:8")))
      (format "to the definition of a class: %s" (here)))
  (on "vhost.pp" "File['/etc/nginx/sites-available'" 6)
  (call-interactively #'xref-find-definitions)
  (ok (equal (here) "config.pp:9") (format "from a reference to the resource: %s" (here)))

  (on "init.pp" "$service" 1)
  (let ((found (soon (lambda () (places (xref-backend-references (xref-find-backend) (xref-backend-identifier-at-point (xref-find-backend))))))))
    (ok (and (member "service.pp:3" found) (member "service.pp:13" found)) (format "the references of a parameter: %S" found)))

  (on "service.pp" "'check the" 1)
  (let (text)
    (soon (lambda ()
            (eglot-hover-eldoc-function (lambda (it &rest _) (setq text it)))
            (accept-process-output nil 0.3)
            (string-match-p "before (line 13)" text)))
    (ok (and text (string-match-p "before (line 13)" text)) (format "a hover with what orders the resource: %s" (replace-regexp-in-string "\n+" " | " (or text "")))))

  (on "vhost.pp" "webserver::listen(" 18)
  (let (text)
    (soon (lambda ()
            (eglot-signature-eldoc-function (lambda (it &rest _) (setq text it)))
            (accept-process-output nil 0.3)
            text))
    (ok (and text (string-match-p "webserver::listen" text)) (format "the signature of a function: %s" text)))

  (on "service.pp" "    ensure     => running,\n" 27)
  (insert "    has\n")
  (backward-char)
  (eglot--signal-textDocument/didChange)
  (let ((found (soon (lambda () (mapcar #'substring-no-properties (all-completions "has" (nth 2 (eglot-completion-at-point))))))))
    (ok (and (cl-some (lambda (it) (string-match-p "hasstatus" it)) found) (not (cl-some (lambda (it) (string-match-p "hasrestart" it)) found)))
        (format "the attributes that are not there yet: %S" found)))
  (revert-buffer t t t)

  (visit (expand-file-name "../../../../mistakes/legacy-fact.pp" module))
  (cl-letf (((symbol-function 'completing-read)
             (lambda (_prompt all &rest _) (or (cl-find-if (lambda (it) (string-match-p "facts" it)) (all-completions "" all)) (car (all-completions "" all))))))
    (soon (lambda ()
            (goto-char (point-min))
            (search-forward "$::osf")
            ;; As from the keyboard: a menu of the mouse needs a screen.
            (let ((last-nonmenu-event ?x)) (eglot-code-actions (point) (point) "quickfix" t))
            (goto-char (point-min))
            (search-forward "$facts['os']['family']" nil t))))
  (goto-char (point-min))
  (ok (search-forward "$facts['os']['family']" nil t) (format "a mend, which is made: %s" (buffer-substring (point-min) (line-end-position))))
  (set-buffer-modified-p nil)

  (message "# Salt states and their templates")
  (dolist (it '(("init.sls" "broken:\n  test.nop:\n    - require:\n      - test: ghost\n" "Referenced state does not exist")
                ("map.jinja" "{% set broken = %}\n" "Expected an expression")))
    (visit (expand-file-name (concat "../../../../salt/states/web/" (car it)) module))
    (goto-char (point-max))
    (insert (nth 1 it))
    (eglot--signal-textDocument/didChange)
    (ok (soon (lambda () (flymake-start)
                (cl-some (lambda (found) (string-match-p (nth 2 it) (flymake-diagnostic-text found))) (flymake-diagnostics))))
        (format "a finding in %s: %S" (car it) (mapcar #'flymake-diagnostic-text (flymake-diagnostics))))
    (set-buffer-modified-p nil))

  (on "vhost.pp" "$listen =" 1)
  (eglot-rename "where")
  (ok (and (save-excursion (goto-char (point-min)) (search-forward "$where = $port" nil t))
           (save-excursion (goto-char (point-min)) (search-forward "webserver::listen($where)" nil t)))
      "another name for a variable")
  (set-buffer-modified-p nil)
  (eglot-shutdown (eglot-current-server)))
