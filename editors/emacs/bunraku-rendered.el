;;; bunraku-rendered.el --- The rendered text of SLS files and templates  -*- lexical-binding: t -*-

;; SPDX-License-Identifier: MIT OR Apache-2.0

;;; Commentary:

;; `M-x bunraku-rendered' shows the text that an SLS file or a template renders to in another window.  The view follows edits and the
;; cursor: the line that the line at point became, and what the expression at point made.

;;; Code:

(require 'cl-lib)
(require 'eglot)
(require 'jsonrpc)

(declare-function eglot--pos-to-lsp-position "eglot")
(declare-function eglot--signal-textDocument/didChange "eglot")
(declare-function eglot--TextDocumentIdentifier "eglot")

(defgroup bunraku-rendered nil
  "The rendered text of SLS files and templates."
  :group 'bunraku
  :prefix "bunraku-rendered-")

(defface bunraku-rendered-line '((t :inherit highlight :extend t))
  "Lines that the line at point became.")

(defface bunraku-rendered-made '((t :inherit match))
  "Texts that the expression at point made.")

(defconst bunraku-rendered--hole "«?»"
  "What stands for a value that is not known.")

(defconst bunraku-rendered--pause 0.3
  "Seconds without a change before the text is requested again.")

(cl-defstruct bunraku-rendered--view
  "A view: the buffer of its source and its own, the name of the rendering, its pieces and the tick of the source that they are of."
  source buffer name pieces tick (asked 0) timer)

(defvar-local bunraku-rendered--views nil
  "The views of this buffer.")

(defun bunraku-rendered--name (rendering)
  "The name by which RENDERING is picked: its minion, or the state that renders it."
  (let ((systems (mapconcat #'identity (plist-get rendering :systems) ", "))
        (entry (plist-get rendering :entry)))
    (cond ((or (null (plist-get rendering :sources)) (equal systems "")) entry)
          ((string-prefix-p "sls " entry) systems)
          (t (format "%s (%s)" entry systems)))))

(defun bunraku-rendered--before-p (a b)
  "Whether place A is before place B."
  (let ((line-a (plist-get a :line)) (line-b (plist-get b :line)))
    (or (< line-a line-b)
        (and (= line-a line-b) (< (plist-get a :character) (plist-get b :character))))))

(defun bunraku-rendered--pieces (rendering)
  "The pieces of RENDERING: lists of a start, a text, and its source."
  (let ((start 0) (sources (append (plist-get rendering :sources) nil)))
    (mapcar (lambda (part)
              (let ((text (if (stringp part) part bunraku-rendered--hole)))
                (prog1 (list start text (pop sources))
                  (setq start (+ start (length text))))))
            (plist-get rendering :parts))))

(defun bunraku-rendered--offset-of-line (text count)
  "Where the line after COUNT line breaks of TEXT begins."
  (let ((offset 0))
    (while (and (> count 0) (setq offset (string-search "\n" text offset)))
      (setq offset (1+ offset)
            count (1- count)))
    (or offset (length text))))

(defun bunraku-rendered--made (pieces at)
  "Ranges of the text that AT made, of all PIECES: those of the expression there, else of the line that it became.
Of a place that made nothing, what the rest of its line became."
  (let ((line (plist-get at :line)) exact in-line)
    (dolist (piece pieces)
      (let* ((range (plist-get (nth 2 piece) :range))
             (start (plist-get range :start))
             (end (plist-get range :end)))
        (when range
          (when (and (not (bunraku-rendered--before-p at start)) (bunraku-rendered--before-p at end)) (push piece exact))
          (when (<= (plist-get start :line) line (plist-get end :line)) (push piece in-line)))))
    (let* ((literal-p (lambda (piece) (eq t (plist-get (nth 2 piece) :literal))))
           (expressions (cl-remove-if literal-p exact)))
      (mapcar (lambda (piece)
                (pcase-let ((`(,from ,text ,source) piece))
                  (if (funcall literal-p piece)
                      (let* ((first (plist-get (plist-get (plist-get source :range) :start) :line))
                             (offset (+ from (bunraku-rendered--offset-of-line text (- line first)))))
                        (cons offset offset))
                    (cons from (+ from (length text))))))
              (nreverse (or expressions exact in-line))))))

(defun bunraku-rendered--follow (view)
  "Mark what point in the source of VIEW has made, and scroll to it."
  (let* ((source (bunraku-rendered--view-source view))
         (buffer (bunraku-rendered--view-buffer view)))
    ;; After a change the text is that of an earlier source for a moment.
    (when (and (buffer-live-p source) (buffer-live-p buffer)
               (eql (bunraku-rendered--view-tick view) (buffer-chars-modified-tick source)))
      (let ((made (bunraku-rendered--made (bunraku-rendered--view-pieces view)
                                          (with-current-buffer source (eglot--pos-to-lsp-position)))))
        (with-current-buffer buffer
          (remove-overlays)
          (dolist (it made)
            (let ((from (+ (point-min) (car it))) (to (+ (point-min) (cdr it))))
              (bunraku-rendered--mark (save-excursion (goto-char from) (line-beginning-position))
                                      ;; A text that ends with a line break does not reach into the next line.
                                      (save-excursion (goto-char (max from (1- to))) (min (1+ (line-end-position)) (point-max)))
                                      'bunraku-rendered-line 0)
              (when (< from to) (bunraku-rendered--mark from to 'bunraku-rendered-made 1))))
          (when made
            (goto-char (+ (point-min) (caar made)))
            (let ((window (get-buffer-window buffer t)))
              (when window (set-window-point window (point))))))))))

(defun bunraku-rendered--mark (from to face priority)
  "Show the text from FROM to TO with FACE, at PRIORITY."
  (let ((overlay (make-overlay from to)))
    (overlay-put overlay 'face face)
    (overlay-put overlay 'priority priority)))

(defun bunraku-rendered--write (buffer text)
  "Make TEXT the text of BUFFER."
  (with-current-buffer buffer
    (let ((inhibit-read-only t))
      (erase-buffer)
      (insert text)
      (set-buffer-modified-p nil))))

(defun bunraku-rendered--ask (done)
  "Call DONE with the renderings of the current buffer, once the server has answered."
  (let ((server (eglot-current-server)))
    (unless server (user-error "Bunraku: no server runs for this file"))
    (eglot--signal-textDocument/didChange)
    (jsonrpc-async-request server :bunraku/rendered (list :textDocument (eglot--TextDocumentIdentifier))
                           :success-fn (lambda (answer) (funcall done (append (plist-get answer :renderings) nil)))
                           :error-fn (lambda (problem) (message "Bunraku: %s" (plist-get problem :message)))
                           :timeout-fn #'ignore
                           :timeout 30)))

(defun bunraku-rendered--refresh (view)
  "Request the text of VIEW again."
  (let ((source (bunraku-rendered--view-source view)))
    (when (and (buffer-live-p source) (buffer-live-p (bunraku-rendered--view-buffer view)))
      (with-current-buffer source
        (let ((tick (buffer-chars-modified-tick))
              (number (cl-incf (bunraku-rendered--view-asked view))))
          (bunraku-rendered--ask
           (lambda (all)
             (when (and (= number (bunraku-rendered--view-asked view)) (buffer-live-p (bunraku-rendered--view-buffer view)))
               (bunraku-rendered--show view all tick)))))))))

(defun bunraku-rendered--show (view all tick)
  "Show the rendering of VIEW among ALL, which are of the source at TICK."
  (let* ((name (bunraku-rendered--view-name view))
         (found (or (cl-find name all :key #'bunraku-rendered--name :test #'equal) (car all)))
         (message (plist-get found :message))
         (pieces (and (not message) (bunraku-rendered--pieces found))))
    (setf (bunraku-rendered--view-pieces view) pieces
          (bunraku-rendered--view-tick view) tick)
    (bunraku-rendered--write
     (bunraku-rendered--view-buffer view)
     (cond (message (concat message "\n"))
           (found (mapconcat #'cadr pieces ""))
           (t "Nothing that is evaluated renders this file, or its text depends on unknown values.\n")))
    (bunraku-rendered--follow view)))

(defun bunraku-rendered--after-command ()
  "Have all views of this buffer follow point."
  (mapc #'bunraku-rendered--follow bunraku-rendered--views))

(defun bunraku-rendered--after-change (&rest _)
  "Request the texts of this buffer's views after a pause."
  (dolist (view bunraku-rendered--views)
    (when (timerp (bunraku-rendered--view-timer view)) (cancel-timer (bunraku-rendered--view-timer view)))
    (setf (bunraku-rendered--view-timer view)
          (run-with-timer bunraku-rendered--pause nil #'bunraku-rendered--refresh view))))

(defun bunraku-rendered--after-save ()
  "Request the texts of all views: they may import the file that was saved."
  (dolist (buffer (buffer-list))
    (mapc #'bunraku-rendered--refresh (buffer-local-value 'bunraku-rendered--views buffer))))

(defun bunraku-rendered--close (view)
  "Forget VIEW, whose buffer is killed."
  (when (timerp (bunraku-rendered--view-timer view)) (cancel-timer (bunraku-rendered--view-timer view)))
  (when (buffer-live-p (bunraku-rendered--view-source view))
    (with-current-buffer (bunraku-rendered--view-source view)
      (setq bunraku-rendered--views (delq view bunraku-rendered--views))
      (unless bunraku-rendered--views
        (remove-hook 'post-command-hook #'bunraku-rendered--after-command t)
        (remove-hook 'after-change-functions #'bunraku-rendered--after-change t)))))

(defun bunraku-rendered--open (source name)
  "Show the rendering NAME of the buffer SOURCE in another window."
  (let* ((buffer (generate-new-buffer (format "*rendered %s*" (buffer-name source))))
         (view (make-bunraku-rendered--view :source source :buffer buffer :name name)))
    (with-current-buffer buffer
      (special-mode)
      (add-hook 'kill-buffer-hook (lambda () (bunraku-rendered--close view)) nil t))
    (with-current-buffer source
      (push view bunraku-rendered--views)
      (add-hook 'post-command-hook #'bunraku-rendered--after-command nil t)
      (add-hook 'after-change-functions #'bunraku-rendered--after-change nil t))
    (add-hook 'after-save-hook #'bunraku-rendered--after-save)
    (display-buffer buffer)
    (bunraku-rendered--refresh view)))

;;;###autoload
(defun bunraku-rendered ()
  "Show the text that the current file renders to in another window.
If the settings have several minions, choose one. The view follows edits and the cursor."
  (interactive)
  (let ((source (current-buffer)))
    (bunraku-rendered--ask
     (lambda (all)
       (let ((names (delete-dups (mapcar #'bunraku-rendered--name all))))
         (bunraku-rendered--open source (if (cdr names) (completing-read "Rendered by: " names nil t) (car names))))))))

(provide 'bunraku-rendered)
;;; bunraku-rendered.el ends here
