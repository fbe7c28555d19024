;;; bunraku.el --- Puppet and Salt with the Bunraku language server  -*- lexical-binding: t -*-

;; Author: The Bunraku authors
;; Version: 0.1.0
;; Package-Requires: ((emacs "28.1") (eglot "1.9"))
;; Keywords: languages, tools
;; URL: https://github.com/bunraku-puppet/bunraku
;; SPDX-License-Identifier: MIT OR Apache-2.0

;;; Commentary:

;; Configures eglot to run `bunraku lsp' for manifests, templates and SLS files:
;;
;;   (require 'bunraku)
;;   (add-hook 'puppet-mode-hook #'eglot-ensure)
;;   (add-hook 'bunraku-epp-mode-hook #'eglot-ensure)
;;   (add-hook 'bunraku-erb-mode-hook #'eglot-ensure)
;;   (add-hook 'bunraku-ruby-mode-hook #'eglot-ensure)
;;   (add-hook 'bunraku-sls-mode-hook #'eglot-ensure)
;;   (add-hook 'bunraku-jinja-mode-hook #'eglot-ensure)
;;
;; For manifests it works with puppet-mode or puppet-ts-mode, whichever is installed.

;;; Code:

(require 'cl-lib)
(require 'project)
(require 'ruby-mode)

(defgroup bunraku nil
  "Puppet and Salt with the Bunraku language server."
  :group 'languages
  :prefix "bunraku-")

(defcustom bunraku-command '("bunraku" "lsp")
  "Command that runs the language server."
  :type '(repeat string))

;;;###autoload
(define-derived-mode bunraku-epp-mode text-mode "EPP"
  "Major mode for EPP templates."
  (setq-local comment-start "<%# "
              comment-end " %>"))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.epp\\'" . bunraku-epp-mode))

;;;###autoload
(define-derived-mode bunraku-erb-mode text-mode "ERB"
  "Major mode for ERB templates in Puppet modules."
  (setq-local comment-start "<%# "
              comment-end " %>"))

;;;###autoload
(add-to-list 'auto-mode-alist '("/templates/.*\\.erb\\'" . bunraku-erb-mode))

;;;###autoload
(define-derived-mode bunraku-ruby-mode ruby-mode "Ruby"
  "Major mode for functions, types and facts in Puppet modules.")

;;;###autoload
(add-to-list 'auto-mode-alist
             '("/lib/\\(?:puppet/\\(?:functions\\|parser/functions\\|type\\)\\|facter\\)/.*\\.rb\\'" . bunraku-ruby-mode))

(defun bunraku--end-of-tag ()
  "Move into the Jinja tag that was just found, and return where it ends."
  (goto-char (match-end 0))
  (save-match-data
    (save-excursion
      (if (re-search-forward "[-+]?[%}]}" nil t) (match-beginning 0) (line-end-position)))))

(defconst bunraku--jinja-keywords
  (let ((in-tag (lambda (regexp &rest faces) `(,regexp (bunraku--end-of-tag) nil ,@faces))))
    `(("{#\\(?:.\\|\n\\)*?#}" 0 font-lock-comment-face t)
      ("{[%{][-+]?\\|[-+]?[%}]}" 0 font-lock-preprocessor-face keep)
      ("\\({%\\)[-+]?\\s-*\\([[:alpha:]_]+\\)" 2 font-lock-keyword-face keep)
      ("{[%{]"
       ,(funcall in-tag "'\\(?:\\\\.\\|[^\\\\']\\)*'\\|\"\\(?:\\\\.\\|[^\\\\\"]\\)*\"" '(0 font-lock-string-face t))
       ,(funcall in-tag "|\\s-*\\([[:alpha:]_][[:alnum:]_.]*\\)" '(1 font-lock-function-name-face keep))
       ,(funcall in-tag "\\_<\\(?:and\\|or\\|not\\|in\\|is\\|if\\|else\\|import\\|as\\|with\\|without\\|context\\|recursive\\)\\_>"
                 '(0 font-lock-keyword-face keep))
       ,(funcall in-tag "\\_<\\(?:salt\\|grains\\|pillar\\|opts\\|loop\\|sls\\|tpldir\\|slspath\\|saltenv\\)\\_>"
                 '(0 font-lock-builtin-face keep))
       ,(funcall in-tag "\\_<\\(?:[Tt]rue\\|[Ff]alse\\|[Nn]one\\|[0-9]+\\(?:\\.[0-9]+\\)?\\)\\_>"
                 '(0 font-lock-constant-face keep)))))
  "Faces of Jinja's tags and comments.")

(defconst bunraku--sls-keywords
  `(,@bunraku--jinja-keywords
    ("\\(?:^\\|[[:space:]]\\)\\(#\\(?:[^}\n].*\\)?$\\)" 1 font-lock-comment-face keep)
    ("\\(?:^\\|[[:space:][,]\\)\\('[^'\n]*'\\|\"\\(?:\\\\.\\|[^\\\\\"\n]\\)*\"\\)" 1 font-lock-string-face keep)
    ("^\\(?:include\\|extend\\|exclude\\):\\(?:\\s-\\|$\\)" 0 font-lock-keyword-face keep)
    ("^[^[:space:]#{'\"-][^{#\n]*?:\\(?:\\s-\\|$\\)" 0 font-lock-type-face keep)
    ("^\\s-+\\([[:alpha:]_][[:alnum:]_]*\\.[[:alpha:]_][[:alnum:]_]*\\):?\\(?:\\s-\\|$\\)" 1 font-lock-function-name-face keep)
    (,(concat "\\(?:^\\|\\s-\\)\\("
              "\\(?:require\\|watch\\|onchanges\\|onfail\\)\\(?:_\\(?:any\\|all\\|in\\)\\)?"
              "\\|\\(?:listen\\|prereq\\|use\\)\\(?:_in\\)?"
              "\\):\\(?:\\s-\\|$\\)")
     1 font-lock-keyword-face keep)
    ("\\(?:^\\|\\s-\\)\\([^[:space:]#{'\":[-][^[:space:]{#:]*\\):\\(?:\\s-\\|$\\)" 1 font-lock-variable-name-face keep)
    ("\\s-\\([Tt]rue\\|[Ff]alse\\|yes\\|no\\|on\\|off\\|null\\|~\\|-?[0-9]+\\(?:\\.[0-9]+\\)?\\)\\s-*$"
     1 font-lock-constant-face keep))
  "Faces of SLS files.")

;;;###autoload
(define-derived-mode bunraku-sls-mode text-mode "SLS"
  "Major mode for Salt's SLS files."
  (setq-local comment-start "# "
              comment-end ""
              font-lock-defaults '(bunraku--sls-keywords t)
              font-lock-multiline t))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.sls\\'" . bunraku-sls-mode))

;;;###autoload
(define-derived-mode bunraku-jinja-mode text-mode "Jinja"
  "Major mode for templates that SLS files import."
  (setq-local comment-start "{# "
              comment-end " #}"
              font-lock-defaults '(bunraku--jinja-keywords t)
              font-lock-multiline t))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.jinja\\'" . bunraku-jinja-mode))

;; The name by which the server knows the language; without it eglot would say "bunraku-epp".
(put 'bunraku-epp-mode 'eglot-language-id "epp")
(put 'bunraku-erb-mode 'eglot-language-id "erb")
(put 'bunraku-ruby-mode 'eglot-language-id "ruby")
(put 'bunraku-sls-mode 'eglot-language-id "sls")
(put 'bunraku-jinja-mode 'eglot-language-id "jinja")
(put 'puppet-mode 'eglot-language-id "puppet")
(put 'puppet-ts-mode 'eglot-language-id "puppet")

(defun bunraku-contact (&rest _)
  "Return the command that runs the server, as eglot asks for it."
  bunraku-command)

(defvar eglot-server-programs)
(with-eval-after-load 'eglot
  (let ((modes '(puppet-mode puppet-ts-mode bunraku-epp-mode bunraku-erb-mode bunraku-ruby-mode bunraku-sls-mode
                            bunraku-jinja-mode)))
    (dolist (mode modes)
      (setq eglot-server-programs (assq-delete-all mode eglot-server-programs)))
    ;; One server for all of them.
    (push (cons modes 'bunraku-contact) eglot-server-programs)))

;; The view needs eglot, which is loaded when it is used.
(autoload 'bunraku-rendered "bunraku-rendered" "Show the text that the current file renders to." t)

(defun bunraku-project (folder)
  "Return the environment or the module that FOLDER is in, as a project.
Without a repository eglot would else take the folder of the file."
  (let ((root (or (locate-dominating-file folder "environment.conf")
                  (locate-dominating-file folder "Puppetfile")
                  (locate-dominating-file folder "metadata.json")
                  (locate-dominating-file folder "top.sls"))))
    (and root (cons 'bunraku (expand-file-name root)))))

(cl-defmethod project-root ((project (head bunraku)))
  "The folder of PROJECT."
  (cdr project))

;; The last one: a repository is a project already.
(add-hook 'project-find-functions #'bunraku-project 90)

(provide 'bunraku)
;;; bunraku.el ends here
