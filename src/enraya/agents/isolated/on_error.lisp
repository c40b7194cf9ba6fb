;;;; Loaded before an agent: its first error ends it, with a message that its author can read.

(setf sb-ext:*invoke-debugger-hook*
      (lambda (problem hook)
        (declare (ignore hook))
        (flet ((is-own (name)
                 (and (symbolp name) (symbol-package name)
                      (not (sb-ext:package-locked-p (symbol-package name))))))
          (let ((own (remove-if-not #'is-own (mapcar #'first (sb-debug:list-backtrace)))))
            (format *error-output* "~&~a: ~a~@[ (in ~{~(~a~)~^, called by ~})~]~%"
                    (type-of problem) problem (remove-duplicates own :from-end t))))
        (finish-output *error-output*)
        (sb-ext:exit :code 1 :abort t)))
