// A complete agent in C++: a random legal column of the classic game, on any board.
//
//     enraya match file:random_agent.cpp random
#include <cstdlib>
#include <iostream>
#include <random>
#include <string>
#include <vector>

const std::string NAMES = "123456789abcdefg";  // how the columns are written

struct Board {
    int columns, rows;
    std::vector<std::vector<int>> stones;  // of each column, from the bottom up: 1 and 2
    int player = 1;                        // whose turn it is

    Board(int columns, int rows) : columns(columns), rows(rows), stones(columns) {}

    void drop(int column) {
        stones.at(column).push_back(player);
        player = 3 - player;
    }

    std::vector<int> legal() const {
        std::vector<int> open;
        for (int column = 0; column < columns; column++)
            if (static_cast<int>(stones[column].size()) < rows) open.push_back(column);
        return open;
    }
};

// Your move, a column from 0. Here your thinking goes.
int choose(const Board& board, std::mt19937_64& random) {
    const std::vector<int> legal = board.legal();
    return legal[random() % legal.size()];
}

// A number from the environment, so that the program also runs by hand.
unsigned long long setting(const char* name, unsigned long long otherwise) {
    const char* text = std::getenv(name);
    return text ? std::stoull(text) : otherwise;
}

int main() {
    const int columns = setting("ENRAYA_COLUMNS", 7), rows = setting("ENRAYA_ROWS", 6);
    std::mt19937_64 random(setting("ENRAYA_SEED", 0));  // same seed, same moves
    std::string line;
    while (std::getline(std::cin, line)) {  // each turn: all moves so far, such as 4453
        Board board(columns, rows);
        for (char move : line) board.drop(NAMES.find(move));
        // Only the column; all else goes to std::cerr. std::endl flushes, so that it is seen.
        std::cout << NAMES[choose(board, random)] << std::endl;
    }
}
