;;;; The final heuristic of the Madrid paper (a tournament in Lisp, 2019) with the search of its
;;;; class: negamax, four moves ahead. It plays the classic game, 7 columns by 6 rows.
;;;;
;;;;     enraya match file:madrid.lisp random
;;;;     echo 324443 | sbcl --script madrid.lisp explain
;;;;
;;;; The heuristic looks at every line of four cells that only one player occupies. What it is worth
;;;; depends on the rows of its empty cells: whether they are even or odd tells who will be forced
;;;; to play there in the end.

(defconstant +columns+ 7)
(defconstant +rows+ 6)
(defconstant +depth+ 4)
(defconstant +win+ 10000000)
(defconstant +better-three+ 12) ; three stones and a good hole; the authors' last player has 10
(defconstant +lesser-three+ 8)

;;; The board is a vector of 42 stones, 0 (none), 1 or 2, column after column from the bottom up.
;;; The declared types are what makes Lisp fast: compare without them.

(deftype cell () '(integer 0 41))
(deftype board () '(simple-array (unsigned-byte 8) (42)))

(declaim (inline cell-at row-of))
(defun cell-at (column row) (+ (* column +rows+) row))
(defun row-of (cell) (declare (type cell cell)) (mod cell +rows+))

(defun landing-cell (board column)
  "The lowest empty cell of COLUMN; NIL if the column is full."
  (declare (type board board) (type (integer 0 6) column))
  (loop for row below +rows+
        for cell of-type cell = (cell-at column row)
        when (zerop (aref board cell)) return cell))

(defun lines-of (columns rows right up)
  "The lines of four cells that begin in these COLUMNS and ROWS and go in one direction."
  (loop for column in columns
        nconc (loop for row in rows
                    collect (loop for step below 4
                                  collect (cell-at (+ column (* step right))
                                                   (+ row (* step up)))))))

(defparameter *lines* ; 69; the order of the cells in a line matters to PAIR-VALUE
  (append (lines-of '(3 4 5 6) '(0 1 2 3 4 5) -1 0)  ; rows, from the right
          (lines-of '(0 1 2 3 4 5 6) '(3 4 5) 0 -1)  ; columns, from the top
          (lines-of '(0 1 2 3) '(3 4 5) 1 -1)        ; falling diagonals
          (lines-of '(0 1 2 3) '(0 1 2) 1 1)))       ; rising diagonals

(defparameter *lines-through*
  (coerce (loop for cell below 42
                collect (remove-if-not (lambda (line) (member cell line)) *lines*))
          'simple-vector)
  "The lines through each cell.")

(defun wins-p (board cell)
  "Whether the stone in CELL is part of four in a line."
  (declare (type board board) (type cell cell))
  (loop with stone = (aref board cell)
        for line in (svref *lines-through* cell)
          thereis (loop for other of-type cell in line always (= stone (aref board other)))))

;;; The heuristic. PARITY is that of the number of stones on the board, 0 or 1.

(defun matches-p (cell parity)
  (declare (type cell cell) (type bit parity))
  (= parity (mod (row-of cell) 2)))

(defun pair-value (board line parity)
  "A line with two stones, by its empty cells: 3 for one whose row matches, 2 for another.
As in the authors' program: an empty third or fourth cell makes it forget those before it."
  (declare (type board board))
  (loop with value of-type fixnum = 0
        for cell of-type cell in line
        for place of-type fixnum from 1
        when (zerop (aref board cell))
          do (setf value (+ (if (<= place 2) value 0)
                            (if (matches-p cell parity) 3 2)))
        finally (return value)))

(defun three-value (board line parity)
  "A line with three stones: by the row of its hole."
  (declare (type board board))
  (loop for cell of-type cell in line
        when (zerop (aref board cell))
          return (if (matches-p cell parity) +lesser-three+ +better-three+)))

(defun line-value (board line parity player)
  "What LINE is worth to PLAYER: nothing if both have stones in it, less than 0 if the other has."
  (declare (type board board) (type fixnum player))
  (let ((own 0) (others 0))
    (declare (type fixnum own others))
    (loop for cell of-type cell in line
          for stone = (aref board cell)
          do (cond ((= stone player) (incf own))
                   ((plusp stone) (incf others))))
    (if (eq (plusp own) (plusp others)) ; nobody is here, or both are
        0
        (let ((value (ecase (+ own others)
                       (1 2)
                       (2 (pair-value board line parity))
                       (3 (three-value board line parity)))))
          (declare (type fixnum value))
          (if (plusp own) value (- value))))))

(defun evaluate (board player)
  "How good an undecided BOARD is for PLAYER."
  (declare (type board board))
  (loop with parity = (mod (- 42 (count 0 board)) 2)
        for line in *lines*
        sum (line-value board line parity player) of-type fixnum))

;;; The search. The value of a board for the player to move is the best of its children, and what
;;; is good for the opponent there is bad for the player: hence the minus signs.

(defun value-of (board player cell depth)
  "The value for PLAYER of a stone in CELL, looking DEPTH moves further. Leaves BOARD as it was."
  (declare (type board board) (type cell cell) (type fixnum player depth))
  (setf (aref board cell) player)
  (prog1 (cond ((wins-p board cell) +win+)
               ((not (find 0 board)) 0) ; a draw
               ((zerop depth) (- (evaluate board (- 3 player))))
               (t (- (negamax board (- 3 player) depth))))
    (setf (aref board cell) 0)))

(defun negamax (board player depth)
  "The value of BOARD for PLAYER, who is to move, and the best column: the last one of equals."
  (declare (type fixnum depth))
  (let ((best (- (1+ +win+))) (best-column 0))
    (declare (type fixnum best))
    (dotimes (column +columns+ (values best best-column))
      (let ((cell (landing-cell board column)))
        (when cell
          (let ((value (value-of board player cell (1- depth))))
            (declare (type fixnum value))
            (when (>= value best)
              (setf best value best-column column))))))))

;;; The conversation: a line with all moves so far comes in, a line with the column goes out.

(defun read-board (moves)
  "The board after MOVES, such as \"4453\", and the player to move."
  (let ((board (make-array 42 :element-type '(unsigned-byte 8) :initial-element 0))
        (player 1))
    (loop for move across moves
          do (setf (aref board (landing-cell board (1- (digit-char-p move)))) player
                   player (- 3 player)))
    (values board player)))

(defun main ()
  (loop with explains = (member "explain" sb-ext:*posix-argv* :test #'string=)
        for line = (read-line *standard-input* nil)
        while line
        do (multiple-value-bind (board player) (read-board line)
             (multiple-value-bind (value column) (negamax board player +depth+)
               (when explains
                 (format *error-output* "evaluation ~d, column ~d worth ~d~%"
                         (evaluate board player) (1+ column) value))
               (format t "~d~%" (1+ column))
               (finish-output)))))

(main)
