;; -*- lexical-binding: t -*-
;; Runs inside Emacs: eglot, puppet-mode and the real server, on a copy of the folder editors/test/site.

(require 'testing (expand-file-name "testing.el" (file-name-directory load-file-name)))

(defun place (position)
  "The line and the column of POSITION, counted from one."
  (save-excursion (goto-char position) (cons (line-number-at-pos) (1+ (current-column)))))

(defun finding (message line column end-column)
  (flymake-start)
  (let* ((found (soon (lambda () (flymake-diagnostics)))) (d (car found)))
    (ok (= (length found) 1) (format "one diagnostic (%d)" (length found)))
    (when d
      (ok (string-match-p (concat "\\`bunraku\\(?: \\[[^]]+\\]\\)?: " (regexp-quote message) "$") (flymake-diagnostic-text d)) (flymake-diagnostic-text d))
      (ok (memq (flymake-diagnostic-type d) '(:error eglot-error)) (format "%s" (flymake-diagnostic-type d)))
      (ok (equal (place (flymake-diagnostic-beg d)) (cons line column)) (format "it begins at %S" (place (flymake-diagnostic-beg d))))
      (ok (equal (place (flymake-diagnostic-end d)) (cons line end-column)) (format "it ends at %S" (place (flymake-diagnostic-end d)))))))

(defun type-keys (text)
  (dolist (character (append text nil))
    (setq last-command-event character)
    (self-insert-command 1))
  ;; A user pauses; in batch mode nothing else sends what was typed.
  (eglot--signal-textDocument/didChange))

(defun no-finding (what)
  (ok (soon (lambda () (flymake-start) (null (flymake-diagnostics)))) what))

(defun request (method &rest params)
  (jsonrpc-request (eglot-current-server) method (append (list :textDocument (eglot--TextDocumentIdentifier)) params)))

(defun connect ()
  (unless (eglot-managed-p) (apply #'eglot--connect (eglot--guess-contact))))

(defvar site default-directory)

(defun saved (name text)
  "What is on the disk when TEXT was written into the buffer of NAME and saved."
  (find-file (expand-file-name name site))
  (eglot--maybe-activate-editing-mode)
  (ok (eglot-managed-p) (format "the server has %s" name))
  (insert text)
  (eglot--signal-textDocument/didChange)
  (save-buffer)
  (with-temp-buffer
    (insert-file-contents (expand-file-name name site))
    (buffer-string)))

(run-tests
  (require 'eglot)
  (require 'flymake)
  (require 'puppet-mode)
  (load (getenv "BUNRAKU_PLUGIN"))
  (setq bunraku-command (list (getenv "BUNRAKU_SERVER") "lsp")
        eglot-sync-connect 10
        eglot-connect-timeout 10)
  (message "Emacs %s" emacs-version)

  (message "# a broken manifest")
  (find-file "manifests/init.pp")
  (ok (eq major-mode 'puppet-mode) (format "%s" major-mode))
  (connect)
  (ok (eglot-managed-p) "eglot manages the buffer")
  (ok (file-equal-p (project-root (eglot--project (eglot-current-server))) site) "the project is the module")
  (finding "Syntax error at 'ensure'" 8 22 28)

  (message "# symbols and folds, in spite of the error")
  (let ((symbols (request :textDocument/documentSymbol)))
    (ok (and (> (length symbols) 0) (equal (plist-get (aref symbols 0) :name) "demo")) "the outline has the class"))
  (let ((index (eglot-imenu)))
    (ok (string-match-p "demo" (format "%S" index)) "imenu has the class"))
  (ok (> (length (request :textDocument/foldingRange)) 0) "there is something to fold")

  (message "# fixed and broken by typing")
  (goto-char (point-min))
  (search-forward "'/etc/motd'")
  (type-keys ":")
  (no-finding "the diagnostic goes")
  (delete-char -1)
  (eglot--signal-textDocument/didChange)
  (finding "Syntax error at 'ensure'" 8 22 28)
  (set-buffer-modified-p nil)

  (message "# a template")
  (find-file (expand-file-name "templates/motd.epp" site))
  (ok (eq major-mode 'bunraku-epp-mode) (format "%s" major-mode))
  (eglot--maybe-activate-editing-mode)
  (ok (eglot-managed-p) "the same server has it")
  (finding "Syntax error at '%>'" 2 24 26)
  (goto-char (point-min))
  (search-forward "$port +")
  (type-keys " 1")
  (no-finding "the diagnostic goes")
  (set-buffer-modified-p nil)

  (message "# Ruby of a module")
  (make-directory (expand-file-name "lib/puppet/functions/demo" site) t)
  (write-region "Puppet::Functions.create_function(:'demo::twice') do\n  def twice(x)\n    x * 2\n  end\nend\n" nil
                (expand-file-name "lib/puppet/functions/demo/twice.rb" site))
  (find-file (expand-file-name "lib/puppet/functions/demo/twice.rb" site))
  (ok (eq major-mode 'bunraku-ruby-mode) (format "%s" major-mode))
  (eglot--maybe-activate-editing-mode)
  (ok (eglot-managed-p) "the same server has a function")
  (let ((symbols (request :textDocument/documentSymbol)))
    (ok (and (> (length symbols) 0) (equal (plist-get (aref symbols 0) :name) "demo::twice")) "its outline has the name"))
  (write-region "x\n" nil (expand-file-name "lib/other.rb" site))
  (find-file (expand-file-name "lib/other.rb" site))
  (ok (eq major-mode 'ruby-mode) (format "other Ruby is left alone: %s" major-mode))

  (message "# format on save")
  (dolist (hook '(puppet-mode-hook bunraku-epp-mode-hook))
    (add-hook hook (lambda () (add-hook 'before-save-hook #'eglot-format-buffer nil t))))
  (let ((saved (saved "manifests/save.pp" "class save{\n  # fmt: off\n  $a=[ 1 ]\n  # fmt: on\n  include  b\n}\n")))
    (ok (equal saved "class save {\n  # fmt: off\n  $a=[ 1 ]\n  # fmt: on\n  include b\n}\n")
        (format "a manifest is formatted, but for what is switched off: %S" saved)))
  (let ((saved (saved "templates/save.epp" "a  <%=$b%>\n")))
    (ok (equal saved "a  <%= $b %>\n") (format "a template is formatted: %S" saved)))
  (let ((saved (saved "manifests/broken.pp" "$a='b\n")))
    (ok (equal saved "$a='b\n") (format "what cannot be formatted is saved as it is: %S" saved)))
  (eglot-shutdown (eglot-current-server)))
