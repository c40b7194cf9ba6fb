/* A complete agent in C: a random legal column of the classic game, on any board.
 *
 *     enraya match file:random_agent.c random
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_SIDE 16

static const char NAMES[] = "123456789abcdefg"; /* how the columns are written */

struct board {
    int columns, rows;
    int height[MAX_SIDE];         /* the number of stones in each column */
    int stone[MAX_SIDE][MAX_SIDE]; /* [column][row], row 0 is the bottom: 0 empty, 1 or 2 */
    int player;                   /* whose turn it is */
};

/* Your move, a column from 0. Here your thinking goes. */
static int choose(const struct board *board) {
    int legal[MAX_SIDE], count = 0;
    for (int column = 0; column < board->columns; column++)
        if (board->height[column] < board->rows)
            legal[count++] = column;
    return legal[rand() % count];
}

static void drop(struct board *board, int column) {
    board->stone[column][board->height[column]++] = board->player;
    board->player = 3 - board->player;
}

/* A number from the environment, so that the program also runs by hand. */
static unsigned long long setting(const char *name, unsigned long long otherwise) {
    const char *text = getenv(name);
    return text ? strtoull(text, NULL, 10) : otherwise;
}

int main(void) {
    char line[256];
    srand((unsigned)setting("ENRAYA_SEED", 0)); /* same seed, same moves */
    while (fgets(line, sizeof line, stdin)) {   /* each turn: all moves so far, such as 4453 */
        struct board board = {0};
        board.columns = (int)setting("ENRAYA_COLUMNS", 7);
        board.rows = (int)setting("ENRAYA_ROWS", 6);
        board.player = 1;
        line[strcspn(line, "\r\n")] = '\0';
        for (const char *move = line; *move; move++)
            drop(&board, (int)(strchr(NAMES, *move) - NAMES));
        printf("%c\n", NAMES[choose(&board)]); /* only the column; all else goes to stderr */
        fflush(stdout);                        /* without this nobody sees it */
    }
}
