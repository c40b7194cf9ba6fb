// The player of the Granada paper (Conecta-4 BOOM, 2021): alpha-beta, eight actions ahead, with the
// author's heuristic, miPuntuacion. It plays boom.
//
//     enraya match file:granada.cpp random --rules boom
//     g++ -O2 granada.cpp -o granada && echo 44335522 | ./granada explain
//     echo 44335522 | ./granada explain 4      (another depth)
//
// In boom a player acts twice in a row, so the search must ask whose turn it is at every step: the
// depth does not tell.
#include <algorithm>
#include <array>
#include <iostream>
#include <limits>
#include <string>
#include <vector>

constexpr int SIDE = 7, DEPTH = 8, BOOM = SIDE;  // actions: columns from 0, then the explosion
constexpr int BOMB = 4, BOMB_EVERY = 4;          // what marks a bomb; in which rounds they come
constexpr double WON = 99'999'999;
constexpr double INFINITE = std::numeric_limits<double>::infinity();

struct State {
    // 0 empty, 1 and 2 stones, 5 and 6 bombs of players 1 and 2: modulo 4 tells the owner.
    std::array<std::array<unsigned char, SIDE>, SIDE> cells{};  // [column][row], from the bottom
    std::array<int, SIDE> height{};
    std::array<bool, 3> has_bomb{};  // for players 1 and 2
    int actions = 0;                 // how many there have been
    int last_action = BOOM;

    int owner(int column, int row) const { return cells[column][row] % 4; }
    // One action of player 1, then two of each: 1 22 11 22 ...
    int active() const { return (actions + 1) / 2 % 2 + 1; }
    int last() const { return actions / 2 % 2 + 1; }
    int round() const { return (actions + 1) / 4 + 1; }
    bool full() const {
        return std::all_of(height.begin(), height.end(), [](int h) { return h == SIDE; });
    }

    std::vector<int> legal() const;
    State after(int action) const;
    int winner() const;

  private:
    bool has_four(int player) const;
    bool is_in_four(int column, int row) const;
    void drop(int column);
    void explode();
};

std::vector<int> State::legal() const {
    std::vector<int> found;
    for (int column = 0; column < SIDE; column++)
        if (height[column] < SIDE) found.push_back(column);
    if (has_bomb[active()]) found.push_back(BOOM);
    return found;
}

State State::after(int action) const {
    State next = *this;
    if (action == BOOM)
        next.explode();
    else
        next.drop(action);
    next.last_action = action;
    next.actions++;
    return next;
}

// In every fourth round the first stone of a player without a bomb is one.
void State::drop(int column) {
    const int player = active();
    const bool is_bomb = round() % BOMB_EVERY == 0 && !has_bomb[player];
    if (is_bomb) has_bomb[player] = true;
    cells[column][height[column]++] = is_bomb ? player + BOMB : player;
}

// The bomb and everything of the rival's in its row vanish; what lies above falls down.
void State::explode() {
    const int player = active(), rival = 3 - player;
    int row = 0;
    auto in_row = [&](int value) {
        return std::any_of(cells.begin(), cells.end(),
                           [&](auto& stack) { return stack[row] == value; });
    };
    while (!in_row(player + BOMB)) row++;
    if (in_row(rival + BOMB)) has_bomb[rival] = false;
    has_bomb[player] = false;
    for (int column = 0; column < SIDE; column++) {
        auto& stack = cells[column];
        if (owner(column, row) != rival && stack[row] != player + BOMB) continue;
        std::copy(stack.begin() + row + 1, stack.end(), stack.begin() + row);
        stack[SIDE - 1] = 0;
        height[column]--;
    }
}

// Whether the stone there is part of four in a line: counted from it in both ways.
bool State::is_in_four(int column, int row) const {
    static const int directions[][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
    const int player = owner(column, row);
    for (auto [right, up] : directions) {
        int run = 1;
        for (int way : {1, -1}) {
            int c = column + way * right, r = row + way * up;
            while (c >= 0 && c < SIDE && r >= 0 && r < SIDE && owner(c, r) == player) {
                run++;
                c += way * right;
                r += way * up;
            }
        }
        if (run >= 4) return true;
    }
    return false;
}

bool State::has_four(int player) const {
    for (int column = 0; column < SIDE; column++)
        for (int row = 0; row < height[column]; row++)
            if (owner(column, row) == player && is_in_four(column, row)) return true;
    return false;
}

// 1 or 2, or 0 while the game goes on. An explosion can give either player four, or both: then who
// acted wins. Who can do nothing loses.
int State::winner() const {
    if (last_action != BOOM) {
        if (is_in_four(last_action, height[last_action] - 1)) return last();
    } else {
        if (has_four(last())) return last();
        if (has_four(3 - last())) return 3 - last();
    }
    return full() && !has_bomb[active()] ? 3 - active() : 0;
}

// Runs of stones along a row or column: 20 for three or more, 10 for two.
template <typename Owner>
int runs(Owner owner, int player) {
    int points = 0, run = 0;
    for (int place = 0; place <= SIDE; place++) {
        if (place < SIDE && owner(place) == player) {
            run++;
            continue;
        }
        points += run >= 3 ? 20 : run == 2 ? 10 : 0;
        run = 0;
    }
    return points;
}

int groups(const State& state, int player) {
    int points = 0;
    for (int i = 0; i < SIDE; i++) {
        points += runs([&](int row) { return state.owner(i, row); }, player);
        points += runs([&](int column) { return state.owner(column, i); }, player);
    }
    return points;
}

// The author's heuristic: stones near the centre and groups, less the rival's groups. It has a
// slip, kept here: the paper's formula makes 3 the rival of player 1, and nobody is player 3. The
// right one is 3 - player; try it.
double miPuntuacion(const State& state, int player) {
    const int rival = (player + 1) % 3 + 1;
    int centre = 0;
    for (int column = 0; column < SIDE; column++)
        for (int row = 0; row < state.height[column]; row++)
            if (state.owner(column, row) == player) centre += std::min(column, SIDE - 1 - column);
    return centre + groups(state, player) - groups(state, rival);
}

double Valoracion(const State& state, int player, int winner) {
    if (winner != 0) return winner == player ? WON : -WON;
    return state.full() ? 0 : miPuntuacion(state, player);
}

// The value of a state for `player`, who maximises in their own actions and minimises in the
// rival's. What lies outside alpha to beta cannot matter, because somebody would avoid it.
double Poda_AlfaBeta(const State& state, int player, int depth, int& action, double alpha,
                     double beta) {
    const int winner = state.winner();
    if (depth == 0 || winner != 0) return Valoracion(state, player, winner);
    const bool maximises = state.active() == player;
    int ignored;
    for (int candidate : state.legal()) {
        const State next = state.after(candidate);
        const double value = Poda_AlfaBeta(next, player, depth - 1, ignored, alpha, beta);
        if (maximises && value > alpha) alpha = value, action = candidate;
        if (!maximises && value < beta) beta = value, action = candidate;
        if (beta <= alpha) break;
    }
    return maximises ? alpha : beta;
}

// For each line with all actions so far: one line with the next.
int main(int count, char** arguments) {
    const bool explains = count > 1 && std::string(arguments[1]) == "explain";
    const int depth = count > 2 ? std::stoi(arguments[2]) : DEPTH;
    for (std::string line; std::getline(std::cin, line);) {
        State state;
        for (char move : line) state = state.after(move == 'B' ? BOOM : move - '1');
        int action = state.legal().front();
        const int player = state.active();
        const double value = Poda_AlfaBeta(state, player, depth, action, -INFINITE, INFINITE);
        const char name = "1234567B"[action];
        if (explains)
            std::cerr << "evaluation " << static_cast<long>(miPuntuacion(state, player))
                      << ", action " << name << " worth " << static_cast<long>(value) << '\n';
        std::cout << name << std::endl;  // std::endl flushes, so that it is seen
    }
}
