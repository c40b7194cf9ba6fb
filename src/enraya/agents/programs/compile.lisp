;;;; Compiles an agent: sbcl … --load compile.lisp --end-toplevel-options SOURCE FASL FOLDER
;;;;
;;;; SBCL names the form in which something is wrong, but not its line. This prints what a C compiler
;;;; would, "mine.lisp:12: error: …", with the line on which the form begins. A warning is no reason to
;;;; refuse a program: (setq depth 4) outside a function works, though it is one.

(defpackage :enraya (:use :common-lisp))
(in-package :enraya)

(defun line-at (position path)
  "The line of the first form at or after a position, counted from 1."
  (with-open-file (stream path :external-format '(:utf-8 :replacement #\?))
    (let ((line 1))
      (flet ((next () (let ((it (read-char stream nil)))
                        (when (eql it #\Newline) (incf line))
                        it)))
        (loop repeat position do (next))
        (loop for it = (peek-char nil stream nil)
              while (find it '(#\Space #\Tab #\Newline #\Return #\;))
              do (if (eql (next) #\;)
                     (loop for rest = (next) until (member rest '(#\Newline nil))))))
      line)))

(defun line-in-words (text)
  "The line that a message of the reader names itself; nil if it names none."
  (let ((place (search "line: " text :test #'char-equal)))
    (when place (parse-integer text :start (+ place 6) :junk-allowed t))))

(defun line-of (text path)
  (let ((context (sb-c::find-error-context nil)))
    (or (and context (line-at (sb-c::compiler-error-context-file-position context) path))
        (line-in-words text))))

(defun single-spaced (text)
  (with-output-to-string (out)
    (loop for last = #\a then it
          for it across text
          unless (and (eql it #\Space) (eql last #\Space)) do (write-char it out))))

(defun one-line (text)
  "A message with single spaces, up to what only SBCL's own authors understand."
  (let* ((words (substitute-if #\Space (lambda (it) (member it '(#\Newline #\Tab))) text))
         (marks '("#<" "See also:" "(in form starting" "Line: " "Stream: "))
         (end (loop for mark in marks
                    when (search mark words) minimize it))
         (line (single-spaced (string-trim " " (subseq words 0 (if (eql end 0) nil end)))))
         (prefix "READ error during COMPILE-FILE: "))
    (cond ((search "end of file on" line) "the file ends before its last form: a ) is missing")
          ((eql (search prefix line) 0) (subseq line (length prefix)))
          (t line))))

(let* ((paths (mapcar #'sb-ext:parse-native-namestring (last sb-ext:*posix-argv* 3)))
       (source (merge-pathnames (first paths)))
       (name (sb-ext:native-namestring (make-pathname :directory nil :defaults source)))
       (messages *error-output*)
       (*default-pathname-defaults* (third paths))
       (*package* (find-package :common-lisp-user))
       (errors 0))
  (flet ((tell (kind condition)
           (let ((text (princ-to-string condition)))
             (format messages "~&~a:~@[~a:~] ~a: ~a~%"
                     name (line-of text source) kind (one-line text)))))
    (setf sb-ext:*invoke-debugger-hook*  ; for what goes wrong in code that runs meanwhile
          (lambda (it hook)
            (declare (ignore hook))
            (tell "error" it)
            (finish-output messages)
            (sb-ext:exit :code 1 :abort t)))
    (handler-bind
        ((sb-c:compiler-error (lambda (it) (incf errors) (tell "error" it)))
         (style-warning #'muffle-warning)
         (warning (lambda (it) (tell "warning" it) (muffle-warning it))))
      (let* ((*error-output* (make-broadcast-stream))
             (*standard-output* *error-output*)
             (output (compile-file source :output-file (second paths) :external-format :utf-8
                                          :verbose nil :print nil)))
        (finish-output messages)
        (sb-ext:exit :code (if (and output (zerop errors)) 0 1) :abort t)))))
