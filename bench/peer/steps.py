"""Steps per second of random play in pgx and pyspiel, as their users write it.

bench/batch.py runs it with a Python that has both. It prints a JSON line for each: library,
game, steps, wall-clock seconds, CPU seconds.
"""

import json
import random
import time

import jax
import jax.numpy as jnp
import pgx
import pyspiel
from pgx.experimental import auto_reset

COUNT, STEPS, SECONDS = 1024, 100, 3.0


def of_pgx(name: str) -> tuple[int, float, float]:
    """A batch of COUNT, all random moves and new matches inside the compiled loop."""
    env = pgx.make(name)
    begin, step = jax.vmap(env.init), jax.vmap(auto_reset(env.step, env.init))

    def one(state: pgx.State, key: jax.Array) -> tuple[pgx.State, None]:
        choose, go_on = jax.random.split(key)
        action = jax.random.categorical(choose, jnp.log(state.legal_action_mask.astype(jnp.float32)), axis=1)
        return step(state, action, jax.random.split(go_on, COUNT)), None

    many = jax.jit(lambda state, key: jax.lax.scan(one, state, jax.random.split(key, STEPS))[0])
    state = jax.jit(begin)(jax.random.split(jax.random.PRNGKey(0), COUNT))
    state = jax.block_until_ready(many(state, jax.random.PRNGKey(1)))  # compiles
    steps, began, worked = 0, time.perf_counter(), time.process_time()
    while time.perf_counter() - began < SECONDS:
        state = jax.block_until_ready(many(state, jax.random.PRNGKey(steps)))
        steps += COUNT * STEPS
    return steps, time.perf_counter() - began, time.process_time() - worked


def of_pyspiel(name: str) -> tuple[int, float, float]:
    """One match after the other; OpenSpiel has no batches."""
    game, draw = pyspiel.load_game(name), random.Random(1)
    moves, began, worked = 0, time.perf_counter(), time.process_time()
    while time.perf_counter() - began < SECONDS:
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(draw.choice(state.legal_actions()))
            moves += 1
    return moves, time.perf_counter() - began, time.process_time() - worked


for name in ("tic_tac_toe", "connect_four"):
    print(json.dumps(["pgx", name, *of_pgx(name)]), flush=True)
for name in ("tic_tac_toe", "connect_four", "ultimate_tic_tac_toe"):
    print(json.dumps(["pyspiel", name, *of_pyspiel(name)]), flush=True)
