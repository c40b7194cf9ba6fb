import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A complete agent in Java: a random legal column of the classic game, on any board.
 *
 * <pre>enraya match file:RandomAgent.java random</pre>
 */
public class RandomAgent {
    static final String NAMES = "123456789abcdefg"; // how the columns are written
    static final int COLUMNS = (int) setting("ENRAYA_COLUMNS", 7);
    static final int ROWS = (int) setting("ENRAYA_ROWS", 6);
    static final Random RANDOM = new Random(setting("ENRAYA_SEED", 0)); // same seed, same moves

    /** A number from the environment, so that the program also runs by hand. */
    static long setting(String name, long otherwise) {
        String text = System.getenv(name);
        return text == null ? otherwise : Long.parseLong(text);
    }

    static class Board {
        final int[][] stones = new int[COLUMNS][ROWS]; // 0 empty, 1 or 2; row 0 is the bottom
        final int[] height = new int[COLUMNS];
        int player = 1; // whose turn it is

        Board(String moves) {
            for (char move : moves.toCharArray()) {
                drop(NAMES.indexOf(move));
            }
        }

        void drop(int column) {
            stones[column][height[column]++] = player;
            player = 3 - player;
        }

        List<Integer> legal() {
            List<Integer> open = new ArrayList<>();
            for (int column = 0; column < COLUMNS; column++) {
                if (height[column] < ROWS) {
                    open.add(column);
                }
            }
            return open;
        }
    }

    /** Your move, a column from 0. Here your thinking goes. */
    static int choose(Board board) {
        List<Integer> legal = board.legal();
        return legal.get(RANDOM.nextInt(legal.size()));
    }

    public static void main(String[] arguments) throws IOException {
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
        String line;
        while ((line = input.readLine()) != null) { // each turn: all moves so far, such as 4453
            int column = choose(new Board(line.strip()));
            System.out.println(NAMES.charAt(column)); // only the column; all else to System.err
            System.out.flush();
        }
    }
}
