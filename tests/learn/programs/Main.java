import java.util.Scanner;
class Main {
    public static void main(String[] args) {
        Scanner lines = new Scanner(System.in);
        while (lines.hasNextLine()) {
            String line = lines.nextLine();
            int[][] board = new int[7][6];
            for (int i = 0; i < 42; i++) board[i / 6][i % 6] = line.charAt(i) - '0';
            int ally = line.charAt(43) - '0';
            int best = EnrayaModel.bestColumn(board, 3 - ally);
            System.out.println(EnrayaModel.boardValue(board, ally) + " " + best);
        }
    }
}
