;; -*- lexical-binding: t -*-
;; The colors of SLS files and Jinja templates, which need no server.

(require 'testing (expand-file-name "testing.el" (file-name-directory load-file-name)))

(defun face-at (line text)
  "The face of TEXT in LINE of the current buffer."
  (goto-char (point-min))
  (forward-line (1- line))
  (search-forward text (line-end-position))
  (get-text-property (match-beginning 0) 'face))

(defun is (face line text what)
  (let ((found (face-at line text)))
    (ok (eq found face) (format "%s: %s" what found))))

(defmacro in-text (name lines &rest tests)
  "Run TESTS in a buffer with LINES that visits NAME."
  `(with-temp-buffer
     (setq buffer-file-name (expand-file-name ,name temporary-file-directory))
     (insert (mapconcat #'identity ,lines "\n"))
     (set-auto-mode)
     (font-lock-ensure)
     ,@tests
     (set-buffer-modified-p nil)
     (setq buffer-file-name nil)))

(run-tests
  (load (getenv "BUNRAKU_PLUGIN"))
  (setq-default major-mode 'fundamental-mode)

  (message "# a template of Jinja")
  (in-text "map.jinja"
      '("{% set a = salt['pillar.get']('x', 2) | default(True) -%}"
        "{# in a"
        "   comment #} text if {{ \"b\" }}"
        "{% for b in c if not d %}")
    (ok (eq major-mode 'bunraku-jinja-mode) (format "%s" major-mode))
    (is 'font-lock-preprocessor-face 1 "{%" "tag")
    (is 'font-lock-keyword-face 1 "set" "statement")
    (is 'font-lock-builtin-face 1 "salt" "variable of Salt")
    (is 'font-lock-string-face 1 "pillar.get" "string in a tag")
    (is 'font-lock-constant-face 1 "2" "number in a tag")
    (is 'font-lock-function-name-face 1 "default" "filter")
    (is 'font-lock-constant-face 1 "True" "constant")
    (is 'font-lock-preprocessor-face 1 "-%}" "end of a tag")
    (is 'font-lock-comment-face 3 "comment" "comment of two lines")
    (is nil 3 "text" "text of a template")
    (is nil 3 "if" "text that looks like Jinja")
    (is 'font-lock-string-face 3 "b" "string in a value")
    (is 'font-lock-keyword-face 4 "for" "for")
    (is 'font-lock-keyword-face 4 "in" "in")
    (is 'font-lock-keyword-face 4 "if" "if in a loop"))

  (message "# an SLS file")
  (in-text "web.sls"
      '("include: # why"
        "  - .sites"
        "{{ web['conf'] }}:"
        "  file.managed:"
        "    - source: salt://web/a.conf"
        "    - mode: 644"
        "    - require_in:"
        "      - pkg: 'a {{ b }}'"
        "check configuration:"
        "  cmd.run: []"
        "    - enable: True"
        "    - name: a#b"
        "  pkg.installed")
    (ok (eq major-mode 'bunraku-sls-mode) (format "%s" major-mode))
    (is 'font-lock-keyword-face 1 "include" "include of states")
    (is 'font-lock-comment-face 1 "why" "comment of states")
    (is 'font-lock-preprocessor-face 3 "{{" "tag in an ID")
    (is 'font-lock-string-face 3 "conf" "string in an ID")
    (is 'font-lock-function-name-face 4 "file.managed" "function")
    (is 'font-lock-variable-name-face 5 "source" "argument")
    (is 'font-lock-constant-face 6 "644" "number")
    (is 'font-lock-keyword-face 7 "require_in" "requisite")
    (is 'font-lock-variable-name-face 8 "pkg" "key of a requisite")
    (is 'font-lock-string-face 8 "a {" "string")
    (is 'font-lock-type-face 9 "check configuration" "ID of two words")
    (is 'font-lock-function-name-face 10 "cmd.run" "function with arguments on its line")
    (is 'font-lock-constant-face 11 "True" "boolean")
    (is nil 12 "#b" "a sharp within a word")
    (is 'font-lock-function-name-face 13 "pkg.installed" "function without a colon")))
