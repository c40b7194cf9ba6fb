;;;; Compiles an agent: sbcl … --load compile.lisp --end-toplevel-options SOURCE FASL FOLDER
;;;;
;;;; SBCL names the form in which something is wrong, but not its line. This prints what a C compiler
;;;; would, "mine.lisp:12: error: …", with the line on which the form begins. A warning is no reason to
;;;; refuse a program: (setq depth 4) outside a function works, though it is one.
;;;;
;;;; The FASL begins with on_error.lisp, compiled: of fasls one after another, each is loaded.

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

(defun append-file (path out)
  (with-open-file (in path :element-type '(unsigned-byte 8))
    (loop for byte = (read-byte in nil) while byte do (write-byte byte out)))
  (delete-file path))

(defun join (first second whole)
  "Makes one file of two."
  (with-open-file (out whole :direction :output :element-type '(unsigned-byte 8))
    (append-file first out)
    (append-file second out)))

(let* ((paths (mapcar #'sb-ext:parse-native-namestring (last sb-ext:*posix-argv* 3)))
       (source (merge-pathnames (first paths)))
       (name (sb-ext:native-namestring (make-pathname :directory nil :defaults source)))
       (on-error (merge-pathnames "on_error.lisp" *load-truename*))
       (own (make-pathname :name "own" :defaults (second paths)))
       (prelude (make-pathname :name "prelude" :defaults (second paths)))
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
             (output (compile-file source :output-file own :external-format :utf-8
                                          :verbose nil :print nil)))
        (when (and output (zerop errors))
          (compile-file on-error :output-file prelude :verbose nil :print nil)
          (join prelude own (second paths)))
        (finish-output messages)
        (sb-ext:exit :code (if (and output (zerop errors)) 0 1) :abort t)))))
