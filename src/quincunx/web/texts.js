// Every text a person reads on the pages, in one place, ready for translation. What the boards say is in boards/words.js,
// and the reasons of refusals, the rules and the names of options come from the house.

const NUMBERS = ["no", "one", "two", "three", "four"];
const number = (n) => NUMBERS[n] ?? String(n);
const count = (n, one, many) => `${n} ${n === 1 ? one : many}`;
const dash = (token) => token.replace("-", "–");

/** The words of a move inside a sentence: `{em}` stands in italics. */
const move = (token) => ({ em: token });

export const texts = {
  close: "Close",
  cancel: "Cancel",
  copy: "Copy",
  copied: "Copied",
  guest: "Guest",
  level: "Level",
  classic: "classic rules",
  youUpper: "You",
  youLower: "you",
  boardLabel: (game) => `Board of ${game}`,

  house: {
    name: "Quincunx",
    unreachable: "The house cannot be reached. Is the network there?",
    failed: (status) => `The house could not answer (${status}). Please try again.`,
    closed: "This table is closed.",
  },

  titles: {
    lobby: "Quincunx: five games, one table",
    newGame: "New game – Quincunx",
    sit: "Sit down",
    table: (game, names) => `${game}: ${names} – Quincunx`,
    yourTurn: (game) => `● Your turn – ${game} – Quincunx`,
    rules: (game) => `Rules of ${game} – Quincunx`,
    operator: "How the house is – Quincunx",
  },

  operator: {
    title: "How the house is",
    well: "All is well",
    token: "The operator's token",
    tokenHint: "It is the setting server.operator. This page keeps it until you close it.",
    enter: "Show the numbers",
    lost: "The house does not answer; these are its last numbers.",
    up: (words, version) => `Open for ${words} · version ${version}`,
    now: "Now",
    times: "Times",
    counts: "Since it opened",
    what: "What",
    number: "Number",
    often: "How often",
    half: "Half under",
    most: "99 % under",
    never: "never so far",
    of: (meaning, value) => (value ? `${meaning.replace(/\.$/, "")}: ${value}.` : meaning),
  },

  header: {
    skip: "Skip to the page",
    home: "Quincunx, the lobby",
    rooms: "Rooms",
    play: "Play",
    watch: "Watch",
    puzzles: "Puzzles",
    study: "Study",
    lessons: "Lessons",
    rules: "Rules",
    sounds: "Sounds",
    soundsOn: "Sounds are on",
    soundsOff: "Sounds are off",
    theme: { system: "Colours: as the system", light: "Colours: light", dark: "Colours: dark" },
    nameless: "Your name",
    you: (name) => (name ? `${name}: your name and settings` : "Your name and settings"),
  },

  you: {
    title: "You",
    name: "Your name",
    save: "Save",
    carry: "Your games on another device",
    carryHelp: "Whoever opens this link plays as you, in all your games. Keep it to yourself.",
    sounds: "Sounds",
    letters: "Letter keys act while the board has the focus",
    arrive: "Bring your games here?",
    arriveHelp:
      "This link carries the games of another device. If you go on, this browser plays as that player, and the games that you began here are out of reach unless you kept their link.",
    replace: "Bring them here",
    broken: "This link does not carry a player: it is not complete. Please copy it again.",
  },

  /** Options that say more in words of their own than as label and value. */
  options: { seats: (n) => `${n} seats` },

  suits: { blue: "blue disc", red: "red lozenge", yellow: "yellow triangle", plum: "plum square" },

  origins: {
    xtic: "after Mattias Jonsson, KTH",
    tactix: "Piet Hein, about 1949",
    tritoc: "Martin Heni, 2002",
    tesseract: "for the Cromemco Dazzler",
    xchain: "from the Acorn Archimedes",
  },

  lobby: {
    headline: "Five games, one table",
    below: "Against a friend, a computer of known strength, or the truth.",
    rules: "How they are played",
    rulesOf: (game) => `Rules of ${game}`,
    daily: (game, grade) => `Today's puzzle: ${game}, grade ${grade}`,
    computer: "Play the computer",
    here: "Two at this screen",
    friend: "Invite a friend",
    short: { computer: "Computer", here: "Two here", friend: "Invite" },
    continue: "Continue",
    allMine: "All my games",
    noneMine: "Your games will be here.",
    going: "Games going on",
    allTables: "All tables",
    noneGoing: "Nobody plays for others to see right now.",
    openTables: "Open tables",
    noneOpen: "No table waits for a player. Open one: list it in the lobby.",
    goingAll: "Games to watch",
    myGames: "My games",
    turnIn: (game) => `Your turn in ${game}`,
    goesOn: (game) => `${game} goes on`,
    against: (names, plies) =>
      [names.length ? `against ${names.join(", ")}` : "", count(plies, "move made", "moves made")]
        .filter(Boolean)
        .join(", "),
  },

  tables: {
    yourTurn: "your turn",
    waiting: "seat free",
    won: "you won",
    lost: "you lost",
    drawn: "drawn",
    wins: (name) => `${name} won`,
    brokenOff: "broken off",
    move: (plies) => `move ${plies + 1}`,
    playOn: "Play on",
    open: "Open",
    review: "Review",
    watch: "Watch",
    sit: "Sit down",
    linkLabel: (words, game, names) => `${words}: ${game}, ${names}`,
  },

  form: {
    title: (game) => `New game of ${game}`,
    playOn: (game) => `Play on: ${game}`,
    games: "Games",
    rules: "Read the rules",
    preview: "The board as it will start. What is drawn at random is drawn anew when the game begins.",
    previewLabel: "The board as it will start",
    fromPosition: (options) => `The game begins from this position, ${options}.`,
    seatsLegend: "Seats",
    boardLegend: "Board",
    tableLegend: "Table",
    seat: (n) => `Seat ${n}`,
    suitOf: (n) => `Colour and shape of seat ${n}`,
    nameOf: (n) => `Name in seat ${n}`,
    kindOf: (n) => `Who sits in seat ${n}`,
    player: (n) => `Player ${n}`,
    bot: "Bot",
    nobody: { open: "a friend", computer: "Computer" },
    kinds: {
      person: "Person, at this screen",
      open: "Open seat, by link",
      bot: "Bot, a program with the link",
      computer: "Computer",
    },
    computer: (level) => `Computer, ${level}`,
    starts: "First to move",
    startChoices: { first: "seat 1", second: "seat 2", random: "at random" },
    clock: "Clock",
    clockHelp: "Time for each seat, and what a turn adds.",
    paces: { "": "none", "180+2": "3 min + 2 s", "600+5": "10 min + 5 s", other: "other" },
    minutes: "minutes",
    increment: "seconds a turn",
    seen: "Who may see it",
    seenHelp: "In the lobby anybody can watch and take an open seat.",
    seenChoices: { private: "only by link", listed: "listed in the lobby" },
    kept: "Your choices are kept for next time.",
    less: "One less",
    more: "One more",
    width: "Columns",
    height: "Rows",
    by: "by",
    number: "How many",
    range: (low, high) => `${low} to ${high}`,
    invite: (n) => `Start and invite ${n === 1 ? "a friend" : `${number(n)} friends`}`,
    openToAll: "Start and wait in the lobby",
    waitForBot: "Start and wait for the bot",
    watch: "Start and watch the computers",
    playHere: "Start at this screen",
    playComputer: (n) => `Play the ${n === 1 ? "computer" : "computers"}`,
  },

  panel: { all: "The game", label: "Moves and chat", moves: "Moves", chat: "Chat" },

  seats: {
    label: "Seats",
    openSeat: "Open seat",
    twin: (name, suit) => `${name} (${suit})`,
    waits: "waiting for a player",
    here: "at this screen",
    person: "guest",
    bot: "bot",
    level: (title) => `level ${title}`,
    out: "out of the game",
    away: "away",
    won: "won",
    points: (n) => count(n, "point", "points"),
    timeLeft: (seconds) =>
      `${count(Math.floor(seconds / 60), "minute", "minutes")} ${count(seconds % 60, "second", "seconds")} left`,
    timeShort: (seconds) => `You have ${count(seconds, "second", "seconds")} left.`,
  },

  tags: {
    give: "to give",
    place: "to place",
    take: "to take",
    throw: "to throw",
    remove: "to remove",
    mark: "to mark",
    grow: "to grow",
    move: "to move",
    thinking: "thinking",
  },

  toDo: {
    give: "give a piece.",
    place: "place it.",
    take: "choose the counters you take.",
    throw: "throw the dice.",
    remove: "choose the piece to take away.",
    mark: "choose a square.",
    grow: "choose a square.",
    move: "make a move.",
  },

  status: {
    yourTurn: (deed) => `Your turn: ${deed}`,
    turnOf: (name, deed) => `${name}: ${deed}`,
    theirTurn: (name, tag) => `${name} is ${tag}.`,
    thinks: (name) => `${name} is thinking.`,
    waiting: (n) => `Waiting for ${n === 1 ? "somebody to take the open seat" : `${number(n)} players`}.`,
    abandoned: "The game was broken off.",
    nobody: "Nobody won.",
    drawn: "A draw.",
    youWin: "You win!",
    youLose: (name) => `You lose; ${name} wins.`,
    wins: (name) => `${name} wins.`,
  },

  over: { study: "Study", newGame: "New game" },

  happened: {
    chain: (waves) => ` and set off a chain of ${count(waves, "wave", "waves")}`,
    thrown: (sum) => ["threw ", move(sum), " and "],
    threw: (sum, faces) => ["threw ", move(faces ? `${faces.join(" + ")} = ${sum}` : sum)],
    useless: "Nothing can be done with it: throw again. ",
    forfeit: "Nothing could be done three times: the turn is forfeited. ",
    tookBack: "Moves were taken back.",
    redid: "Moves were made again.",
    declined: (name) => `${name} declined.`,
    hints: "Hints are allowed now.",
    resigned: (name) => `${name} left the game.`,
    flagged: (name) => `${name} ran out of time.`,
    forfeited: (name) => `${name} was away for too long.`,
    sat: (name) => `${name} sat down.`,
    began: "The game begins.",
  },

  /** What a move was, after the name of the one who made it; `state` is the view after it. */
  moves: {
    xtic: (token, { hand }) =>
      token.startsWith("=")
        ? ["gave ", move(hand ? hand.words.join(", ") : token.slice(1))]
        : ["placed it on ", move(token)],
    tactix: (token) => ["took ", move(dash(token))],
    tritoc: (token) => {
      if (token === "-") return ["left the pieces alone"];
      return token.startsWith("x") ? ["took away ", move(token.slice(1))] : ["placed in field ", move(token)];
    },
    tesseract: (token) => ["took ", move(token)],
    xchain: (token) => ["played ", move(token)],
  },
  played: (token) => ["played ", move(token)],
  /** A move as the list shows it. */
  token: (token) => (token === "-" ? "left" : dash(token.replace(/^=/, "→ ").replace(/^x(?=[a-c])/, "× "))),

  moveList: {
    label: "Moves",
    turn: "Turn",
    all: "Show all moves",
    left: "left",
    first: "First position",
    back: "One move back",
    forward: "One move forward",
    last: "The game as it stands",
    where: (at, plies, over) =>
      plies === 0
        ? over
          ? "no moves"
          : "not begun"
        : at < plies
          ? `${at} of ${plies}`
          : `move ${plies}${over ? ", the end" : ""}`,
  },

  deeds: {
    label: "What you can do",
    undo: "Undo",
    redo: "Redo",
    hint: "Hint",
    values: "Values",
    lines: "Lines",
    draw: "Draw",
    from: "Play on",
    resign: "Resign",
    rematch: "Rematch",
    chat: "Chat",
    more: "More",
    unread: (n) => `Chat (${n} new)`,
  },

  off: {
    people: "hints and values are off between people until the game is over, unless all agree (More)",
    over: "the game is over here: look back to an earlier move",
    dice: "the dice have to be thrown first",
    notOver: "the game is not over yet",
    turn: "a hint is for your own move: it is not your turn",
  },

  sureResign: (name) => ({
    title: "Resign?",
    text: `${name} will have lost the game, at once.`,
    yes: "Resign",
    no: "Play on",
  }),
  sureDraw: {
    title: "Agree on a draw?",
    text: "The game ends, and nobody wins.",
    yes: "Agree",
    no: "Play on",
    grave: false,
  },

  insight: {
    percent: (n) => `${n} %`,
    win: (distance) => (distance ? `Win ${distance}` : "Win"),
    draw: () => "Draw",
    loss: (distance) => (distance ? `Loss ${distance}` : "Loss"),
    thinking: "Thinking about the moves …",
    later: "The values of your moves will be shown when it is your turn.",
    best: "Best: ",
    basis: (words) =>
      words ? `Values: ${words}. A number counts the moves to the end; a percentage is an estimate.` : "",
  },

  notices: {
    lost: "The connection is lost. What you did is kept and sent again.",
    retry: "Try now",
    looking: (ply, plies) => `You look at the position after move ${ply} of ${plies}. The game is not disturbed.`,
    backToNow: "Back to now",
    asks: (name, what) =>
      `${name} ${{ undo: "asks to take back a move", redo: "asks to make the move again", draw: "offers a draw", hints: "asks to allow hints for both" }[what]}.`,
    asked: (name, what) =>
      `${name} asked ${{ undo: "to take back a move", redo: "to make the move again", draw: "for a draw", hints: "to allow hints" }[what]}. No answer yet.`,
    agree: "Agree",
    decline: "Decline",
    withdraw: "Withdraw",
    waiting: (n) => (n === 1 ? "A seat is free." : `${n} seats are free.`),
    invite: "Invite …",
    next: "There is a rematch.",
    goThere: "Go there",
    away: (name) => `${name} is away.`,
    claimIn: (seconds) => `In ${count(seconds, "second", "seconds")} you may claim the game.`,
    awayLong: (name) => `${name} has been away for long. You may claim the game, or let the computer play on.`,
    claim: "Claim the game",
    standIn: "Let the computer play",
    trouble: (name, reason) => `${name} cannot play: ${reason}.`,
    again: "Try again",
    otherLevel: "Let another level play",
  },

  chat: {
    label: "Chat",
    placeholder: "Say something",
    send: "Send",
    show: "Show chat",
    empty: "Nobody has said anything yet.",
    muted: "The chat is muted.",
    said: (name, text) => `${name} says: ${text}`,
  },

  invite: {
    title: (n) => (n > 1 ? "Invite friends" : n ? "Invite a friend" : "Share"),
    intro: "Opening a link takes nothing yet: a friend sits down by choosing to.",
    seat: (n, suit) => `Seat ${n}, ${suit}: keep this one between you`,
    watch: "To watch: anybody may have it",
    waiting: "Waiting for a player",
    ready: "ready",
    computer: (n) => (n === 1 ? "Let the computer sit there" : "Let computers sit there"),
    cancel: "Cancel the game",
    sure: { title: "Cancel the game?", text: "The links will lead nowhere.", yes: "Cancel the game", no: "Keep it" },
  },

  standIn: {
    title: "Let the computer play on",
    text: (name) => `The computer takes the seat of ${name} for the rest of the game.`,
    go: "Let it play",
  },

  fairness: {
    title: "Fair dice",
    intro:
      "Nobody can choose a throw, the house included. Before the first throw the house fixed a secret seed and published its SHA-256. Then each seat added a number of its own. Every throw is drawn from both; the seed is shown when the game is over.",
    hash: "SHA-256 of the seed, as this browser first saw it",
    nonce: (name) => `Added by ${name}`,
    noNonce: "nothing",
    secret: "The seed is secret until the game is over.",
    brought: (n) =>
      `The first ${count(n, "throw", "throws")} came with the game from elsewhere: they are not of this seed, and nobody proves them.`,
    seed: "The seed",
    good: "The seed has exactly the SHA-256 that was promised.",
    bad: "The seed does not have the SHA-256 that was promised: these dice are not to be trusted.",
    cannot: "This browser computes no SHA-256 for pages without https; compare it with another program.",
    verify: "To draw every throw again, download the record (More) and run",
    command: "quincunx dice verify RECORD",
    more: "How a throw is drawn",
  },

  more: {
    title: "More",
    rules: (game) => `Rules of ${game}`,
    fairness: "Fair dice",
    download: "Download the record",
    upload: "Import a record",
    from: "Play on from here",
    study: "Study this position",
    share: "Share the game",
    previous: "The game before",
    askHints: "Ask to allow hints",
    keys: "All keys",
    position: "Link to this position",
    abandon: "Break off the game",
    remove: "Delete the table",
    sureAbandon: {
      title: "Break off the game?",
      text: "It ends for everybody, and nobody wins.",
      yes: "Break it off",
      no: "Play on",
    },
    sureRemove: {
      title: "Delete the table?",
      text: "The game and its chat are gone for everybody, and cannot be brought back.",
      yes: "Delete",
      no: "Keep it",
    },
  },

  importing: { title: "Import a record", file: "A file", text: "Or the text itself", go: "Open it" },

  keys: {
    title: "All keys",
    intro: "Letters act while the board has the focus. They can be turned off under More.",
    list: [
      [["Tab"], "to the board, and on to what is beside it"],
      [["←", "↑", "→", "↓"], "from square to square"],
      [["Home", "End"], "to the ends of the row"],
      [["Enter", "Space"], "play, choose"],
      [["Esc"], "clear what is chosen"],
      [["0", "…", "F"], "xtic: give a piece; tesseract: name a square"],
      [["T"], "TriToc: throw the dice"],
      [["S"], "Chain Reaction: one wave"],
      [["U"], "undo"],
      [["H"], "hint"],
      [["V"], "values of the moves"],
      [["L"], "lines"],
      [[",", "."], "one move back, forward"],
      [["?"], "this list"],
    ],
  },

  gone: { title: "There is no such table", home: "To the lobby" },

  sit: {
    keeps: (name) => `${name} keeps a seat for you`,
    free: "A seat is free",
    taken: (name) => `${name} sits here already`,
    yours: "This is your seat",
    over: "This game is over",
    noSeat: (n) => `There is no seat ${n}`,
    about: (game, options, pace) => `${[game, options, pace].filter(Boolean).join(", ")}.`,
    pace: (time, increment) => (increment ? `${time} each and ${increment} s a turn` : `${time} each`),
    freeSeat: "free",
    suit: "Your colour and shape",
    takenBy: (name) => ` played by ${name}`,
    name: "Your name",
    sit: "Sit down here",
    watch: "Only watch",
    goOn: "To the table",
    otherSeat: "Another seat is free",
  },

  rules: {
    title: "Rules",
    games: "Rules of the other games",
    play: (game) => `Play ${game}`,
    program: "For programmers",
  },

  /** Pictures for the lobby (the first of each game) and the rules (under the heading that `under` names). */
  examples: {
    xtic: [
      {
        position: "xtic:type=torus .E8F/.562/4.../..1. =0",
        under: "A turn",
        caption:
          "On the torus: the piece in hand is black, horizontal, solid and round. It would complete a line on a2 (all round), b4 (all black) and d4 (all horizontal), and lose.",
      },
      {
        position: "xtic 0123/..../4.../..5. -",
        under: "The end",
        caption:
          "The first row is complete, and its pieces are all solid and round: whoever placed the last of them has lost.",
      },
    ],
    tactix: [
      {
        position: "tactix ..oo/ooo./ooo./o... 1",
        under: "A turn",
        caption: "Row 2 has three counters side by side: one, two or all three of them can be taken. Column b has two.",
      },
    ],
    tritoc: [
      {
        position:
          "tritoc ........./rrr....../..r.r.r../...yyy.../..ryry.../.r.r.r.../yyy....../..y..y..y/......... 1 3 0 0",
        under: "A turn",
        caption:
          "Red threw a 3 and may choose among the fields whose hole 3 is free. Two fields are red's, three are yellow's.",
      },
    ],
    tesseract: [
      {
        position:
          "tesseract ...o...x.......o/................/................/x.............../................/.....ox..ox...../.....oo..x....../................/................/.....xo..xo...../.....xx..o....../................/................/................/................/x...o...........",
        under: "The board",
        caption: "Sixteen boards of sixteen squares: one tesseract, taken apart.",
      },
      {
        position:
          "tesseract o...........xoxx/................/................/o..x...........o/................/..........x...../................/................/................/................/.....ox........./................/...x.....o....../................/................/..x.........o...",
        under: "Lines",
        caption: "Blue wins with 0E, 5A, A6 and F2: each coordinate stands still, or runs steadily up or down.",
      },
    ],
    xchain: [
      {
        position:
          "xchain:seats=4 .A2C2A2B2C2.C1/A1.A3D1A2D1C3./.A2A3B2C3D3.C2/.A1.D2.D1../A2.A1B1D1C3D3./A1A1A1B3..../A1A2.B1..../A1...D1... aaaa 3",
        under: "Explosions",
        caption: "Squares with a second outline hold as much as they can: one more, and they explode.",
      },
    ],
  },
};
