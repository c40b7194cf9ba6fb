import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;

/**
 * The player of the Barcelona paper: minimax with alpha-beta, eight moves ahead, and a heuristic of
 * columns, rows and diagonals. It plays the classic game on 8x8, and on any other board.
 *
 * <pre>
 * enraya match file:QMatic.java random --size 8x8
 * echo 4455 | java QMatic.java explain
 * echo 4455 | java QMatic.java explain 6    (another depth)
 * </pre>
 */
public class QMatic {
    static final int MAX = 10_000_000; // the value of a won game
    static final int COLUMNS = setting("ENRAYA_COLUMNS", 8);
    static final int ROWS = setting("ENRAYA_ROWS", 8);
    static final String NAMES = "123456789abcdefg"; // how the columns are written

    static int setting(String name, int otherwise) {
        String text = System.getenv(name);
        return text == null ? otherwise : Integer.parseInt(text);
    }

    /** The stones: 1 for the first player, -1 for the second, 0 for none; row 0 is the bottom. */
    static class Board {
        final int[][] colour = new int[COLUMNS][ROWS];
        final int[] height = new int[COLUMNS];
        int stones = 0;

        boolean isOpen(int column) {
            return height[column] < ROWS;
        }

        boolean isFull() {
            return stones == COLUMNS * ROWS;
        }

        void drop(int column, int player) {
            colour[column][height[column]++] = player;
            stones++;
        }

        void takeBack(int column) {
            colour[column][--height[column]] = 0;
            stones--;
        }

        /** The colour of a cell; 0 outside the board. */
        int at(int column, int row) {
            boolean isInside = column >= 0 && column < COLUMNS && row >= 0 && row < ROWS;
            return isInside ? colour[column][row] : 0;
        }

        /** Whether the top stone of a column is part of four in a line. */
        boolean isWon(int column) {
            int row = height[column] - 1;
            return run(column, row, 1, 0) >= 4 || run(column, row, 0, 1) >= 4
                    || run(column, row, 1, 1) >= 4 || run(column, row, 1, -1) >= 4;
        }

        /** How many stones of one colour lie in a line through this one, both ways. */
        private int run(int column, int row, int right, int up) {
            int player = at(column, row);
            int length = 1;
            for (int i = 1; at(column + i * right, row + i * up) == player; i++) {
                length++;
            }
            for (int i = 1; at(column - i * right, row - i * up) == player; i++) {
                length++;
            }
            return length;
        }
    }

    // The heuristic, as the first player sees it: runs that have room to become four. A run of one,
    // two or three stones is worth 1, 10 or 100.

    static int worth(int player, int length) {
        return player * (length == 1 ? 1 : length == 2 ? 10 : length == 3 ? 100 : 0);
    }

    /** A column: the run at its top, if the empty cells above suffice. */
    static int hCol(Board board, int column) {
        int top = board.height[column] - 1;
        if (top < 0) {
            return 0;
        }
        int length = 1;
        while (board.at(column, top - length) == board.at(column, top)) {
            length++;
        }
        int empty = ROWS - board.height[column];
        return empty + length >= 4 ? worth(board.at(column, top), length) : 0;
    }

    /**
     * A walk along a row or diagonal from one cell to the edge, or to the column `leftmost`. A run
     * counts when it and the empty cells before it make four, and again when those after it do.
     */
    static int walk(Board board, int column, int row, int right, int up, int leftmost) {
        int total = 0;
        int empty = 0; // empty cells since the last stone
        int length = 0; // of the last run
        int player = 0; // whose run we are in; 0 outside
        int pending = 0; // whose run may still count for the empty cells after it
        while (column >= leftmost && column < COLUMNS && row < ROWS) {
            int colour = board.colour[column][row];
            if (colour == 0 && player == 0) {
                empty++;
                if (pending != 0 && length + empty >= 4) {
                    total += worth(pending, length);
                    pending = 0;
                }
            } else if (colour == player) {
                length++;
            } else { // a run ends, or begins, or both
                if (player != 0 && length + empty >= 4) {
                    total += worth(player, length);
                }
                if (colour == 0) {
                    pending = player;
                    empty = 1;
                } else {
                    length = 1;
                    empty = player == 0 ? empty : 0;
                }
                player = colour;
            }
            column += right;
            row += up;
        }
        return player != 0 && length + empty >= 4 ? total + worth(player, length) : total;
    }

    static int hDiagonals(Board board) {
        int total = 0;
        for (int column = 0; column < COLUMNS; column++) {
            total += walk(board, column, 0, 1, 1, 0);
            total += walk(board, column, 0, -1, 1, 1); // 1: a slip of the authors, it should be 0
        }
        for (int row = 1; row < ROWS; row++) {
            total += walk(board, 0, row, 1, 1, 0);
            total += walk(board, COLUMNS - 1, row, -1, 1, 1);
        }
        return total;
    }

    static int heuristic(Board board, int me) {
        int total = hDiagonals(board);
        for (int column = 0; column < COLUMNS; column++) {
            total += hCol(board, column);
        }
        for (int row = 0; row < ROWS; row++) {
            int value = walk(board, COLUMNS - 1, row, -1, 0, 0);
            total += 10 * value / (row + 1); // lower rows count more
        }
        return me * total;
    }

    // The search. `me` is the colour of the player who thinks; values are theirs. `last` is the
    // column of the stone that fell last.

    final Board board = new Board();
    final int me;
    int explored = 0; // calls of the heuristic
    int chosen = 0;

    QMatic(String moves) {
        int player = 1;
        for (char move : moves.toCharArray()) {
            board.drop(NAMES.indexOf(move), player);
            player = -player;
        }
        me = player;
    }

    /** The value of the best column, which is put into `chosen`. */
    int think(int depth) {
        int value = -MAX - 1; // below every value, so that a column is chosen even if all lose
        for (int column = 0; column < COLUMNS; column++) {
            if (board.isOpen(column)) {
                int found = afterMine(column, Math.max(value, -MAX), MAX, depth - 1);
                if (found > value) {
                    value = found;
                    chosen = column;
                }
            }
        }
        return value;
    }

    int afterMine(int column, int alpha, int beta, int depth) {
        board.drop(column, me);
        int value = minValue(column, alpha, beta, depth);
        board.takeBack(column);
        return value;
    }

    int afterTheirs(int column, int alpha, int beta, int depth) {
        board.drop(column, -me);
        int value = maxValue(column, alpha, beta, depth);
        board.takeBack(column);
        return value;
    }

    /** My turn: the largest value, unless the opponent has just won. */
    int maxValue(int last, int alpha, int beta, int depth) {
        if (board.isWon(last)) {
            return -MAX;
        }
        if (board.isFull() || depth == 0) {
            return leafValue();
        }
        int value = -MAX - 1;
        for (int column = 0; column < COLUMNS; column++) {
            if (board.isOpen(column)) {
                value = Math.max(value, afterMine(column, alpha, beta, depth - 1));
                if (value > beta) {
                    return value; // the opponent will not let it come to this
                }
                alpha = Math.max(alpha, value);
            }
        }
        return value;
    }

    /** The opponent's turn: the smallest value, unless I have just won. */
    int minValue(int last, int alpha, int beta, int depth) {
        if (board.isWon(last)) {
            return MAX;
        }
        if (board.isFull() || depth == 0) {
            return leafValue();
        }
        int value = MAX - 1; // so a win at once is worth more than one later
        for (int column = 0; column < COLUMNS; column++) {
            if (board.isOpen(column)) {
                value = Math.min(value, afterTheirs(column, alpha, beta, depth - 1));
                if (value < alpha) {
                    return value; // I have something better
                }
                beta = Math.min(beta, value);
            }
        }
        return value;
    }

    int leafValue() {
        if (board.isFull()) {
            return 0; // a draw
        }
        explored++;
        return heuristic(board, me);
    }

    /** For each line with all moves so far: one line with the column. */
    public static void main(String[] arguments) throws IOException {
        boolean explains = arguments.length > 0 && arguments[0].equals("explain");
        int depth = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 8;
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
        String line;
        while ((line = input.readLine()) != null) {
            QMatic player = new QMatic(line.strip());
            int value = player.think(depth);
            char name = NAMES.charAt(player.chosen);
            if (explains) {
                System.err.printf("evaluation %d, column %c worth %d, %d explored%n",
                        heuristic(player.board, player.me), name, value, player.explored);
            }
            System.out.println(name);
            System.out.flush(); // without this nobody sees it
        }
    }
}
