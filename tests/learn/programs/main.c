#include "model.c"
#include <stdio.h>
int main(void) {
    char line[64];
    while (fgets(line, sizeof line, stdin)) {
        int board[COLUMNS][ROWS];
        for (int cell = 0; cell < 42; cell++) board[cell / 6][cell % 6] = line[cell] - '0';
        double value = board_value(board, line[43] - '0');
        printf("%.17g %d\n", value, best_column(board, '3' - line[43]));
    }
    return 0;
}
