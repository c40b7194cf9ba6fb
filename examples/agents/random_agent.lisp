;;;; A complete agent in Common Lisp: a random legal column of the classic game, on any board.
;;;;
;;;;     enraya match file:random_agent.lisp random

(defun setting (name otherwise)
  "A number from the environment, so that the program also runs by hand."
  (let ((text (sb-ext:posix-getenv name)))
    (if text (parse-integer text) otherwise)))

(defparameter *columns* (setting "ENRAYA_COLUMNS" 7))
(defparameter *rows* (setting "ENRAYA_ROWS" 6))
(defparameter *names* "123456789abcdefg") ; how the columns are written

(defstruct board
  (stones (make-array (list *columns* *rows*) :initial-element 0)) ; 0, 1, 2; row 0 is the bottom
  (heights (make-array *columns* :initial-element 0))
  (player 1)) ; whose turn it is

(defun drop (board column)
  "Lets a stone of the player to move fall into COLUMN."
  (with-slots (stones heights player) board
    (setf (aref stones column (aref heights column)) player
          player (- 3 player))
    (incf (aref heights column))))

(defun read-board (moves)
  "The board after MOVES, such as \"4453\"."
  (let ((board (make-board)))
    (loop for move across moves do (drop board (position move *names*)))
    board))

(defun legal-columns (board)
  (loop for column below *columns*
        when (< (aref (board-heights board) column) *rows*)
          collect column))

(defun choose (board)
  "Your move, a column from 0. Here your thinking goes."
  (let ((legal (legal-columns board)))
    (nth (random (length legal)) legal)))

(defun main ()
  (setf *random-state* (sb-ext:seed-random-state (setting "ENRAYA_SEED" 0))) ; same seed, same moves
  (loop for line = (read-line *standard-input* nil) ; each turn: all moves so far
        while line
        do (format t "~a~%" (char *names* (choose (read-board line)))) ; all else: *error-output*
           (finish-output))) ; without this nobody sees it

(main)
