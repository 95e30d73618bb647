/**
 * A queue and a store in memory as the transport of a fleet, with faults in an order that a seed
 * decides: messages and answers are lost, doubled, delayed and change places, workers vanish with
 * what they have, and the server loses its data.
 */

/** mulberry32: a number below 1 at each call. */
function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

export class Hub {
  name = 'memory';
  /** The beginning of the keys for which there is no room. */
  full = '';
  /** What happened. */
  counts = { lostReplies: 0, doubled: 0, redelivered: 0, killed: 0, evicted: 0 };
  #store = new Map();
  #workers = new Map();
  #waiting = [];
  #active = new Map();
  #inboxes = new Map();
  #intakes = new Set();
  #epoch = 1;

  /**
   * @param {object} [faults] probabilities: `lose` a reply, `double` a message or a reply, `delay`
   *   a reply (up to `late` ms), `evict` a value that is read; `lock`: ms until a lost message is
   *   given again
   */
  constructor({ seed = 1, lose = 0, double = 0, delay = 0, evict = 0, late = 20, lock = 20 } = {}) {
    this.random = random(seed);
    this.faults = { lose, double, delay, evict, late, lock };
  }

  #chance(of) {
    return this.faults[of] > 0 && this.random() < this.faults[of];
  }

  /** A server that starts anew without its data. */
  forgetAll() {
    this.#epoch++;
    this.#store.clear();
    this.#waiting = [];
    this.#active.clear();
    for (const inbox of this.#inboxes.values()) inbox.messages = [];
  }

  /** What is stored, for a fault in it. */
  get store() {
    return this.#store;
  }

  get waiting() {
    return this.#waiting.length;
  }

  /** One end of the hub. */
  transport() {
    const own = new Set();
    return {
      name: this.name,
      epoch: async () => String(this.#epoch),
      put: async (key, bytes) => {
        if (this.full && key.startsWith(this.full)) throw new Error('OOM command not allowed');
        this.#store.set(key, bytes.slice());
      },
      get: async (key) => {
        if (key.startsWith('piece:') && this.#chance('evict')) {
          this.counts.evicted++;
          this.#store.delete(key);
        }
        return this.#store.get(key)?.slice();
      },
      touch: async (key) => this.#store.has(key),
      forget: async (key) => void this.#store.delete(key),
      announce: async (worker, bytes) => {
        own.add(worker);
        if (!own.dead) this.#workers.set(worker, bytes);
      },
      leave: async (worker) => void this.#workers.delete(worker),
      present: async () => [...this.#workers.values()],
      push: async (id, bytes) => this.push(id, bytes),
      recall: async (ids) => {
        this.#waiting = this.#waiting.filter(({ id }) => !ids.includes(id));
      },
      missing: async (ids) => {
        const known = new Set([...this.#waiting.map(({ id }) => id), ...this.#active.keys()]);
        return ids.filter((id) => !known.has(id));
      },
      counts: async () => ({ waiting: this.#waiting.length, active: this.#active.size }),
      work: async (atOnce, handler) => this.#work(atOnce, handler, own),
      reply: async (inbox, bytes) => void (own.dead || (await this.#reply(inbox, bytes))),
      listen: (inbox, hear) => {
        this.#inboxes.set(inbox, { messages: [], hear: (bytes) => own.dead || hear(bytes) });
        return async () => void this.#inboxes.delete(inbox);
      },
      close: async () => {},
    };
  }

  push(id, bytes) {
    if (this.#waiting.some((other) => other.id === id) || this.#active.has(id)) return;
    const delivery = { id, bytes: bytes.slice(), lost: 0 };
    const at = Math.floor(this.random() * (this.#waiting.length + 1));
    this.#waiting.splice(this.faults.delay > 0 ? at : this.#waiting.length, 0, delivery);
    this.#pump();
  }

  #pump() {
    while (this.#waiting.length > 0) {
      const free = [...this.#intakes].filter(({ open, busy, atOnce }) => open && busy < atOnce);
      if (free.length === 0) return;
      const idlest = free.reduce((one, other) => (other.busy < one.busy ? other : one));
      this.#deliver(idlest, this.#waiting.shift());
    }
  }

  async #deliver(intake, delivery) {
    intake.busy++;
    const turn = {};
    this.#active.set(delivery.id, { delivery, intake, turn });
    if (!delivery.copy && this.#chance('double')) {
      this.counts.doubled++;
      this.#waiting.push({ ...delivery, copy: true });
    }
    let kept = true;
    try {
      kept = await intake.handler({ ...delivery, bytes: delivery.bytes.slice() });
    } catch {
      // As a job that failed: the queue forgets it.
    }
    if (intake.dead) return;
    intake.busy--;
    if (this.#active.get(delivery.id)?.turn === turn) this.#active.delete(delivery.id);
    if (!kept) this.#waiting.push(delivery);
    if (intake.busy === 0) intake.idle?.();
    this.#pump();
  }

  async #work(atOnce, handler, own) {
    const intake = { atOnce, handler, own, busy: 0, open: true, dead: false };
    this.#intakes.add(intake);
    setTimeout(() => this.#pump());
    return {
      close: async () => {
        intake.open = false;
        this.#intakes.delete(intake);
        if (intake.busy > 0 && !intake.dead)
          await new Promise((resolve) => (intake.idle = resolve));
      },
    };
  }

  /** A worker vanishes: what it has is given to others, and what it says then is lost with `mute`. */
  kill(transportOwn, { mute = true } = {}) {
    for (const intake of [...this.#intakes]) {
      if (![...intake.own].includes(transportOwn)) continue;
      this.counts.killed++;
      this.#intakes.delete(intake);
      this.#workers.delete(transportOwn);
      intake.dead = intake.own.dead = mute;
      intake.open = false;
      for (const [id, { delivery, intake: holder }] of [...this.#active]) {
        if (holder !== intake) continue;
        setTimeout(() => {
          if (this.#active.get(id)?.intake !== intake) return;
          this.#active.delete(id);
          this.counts.redelivered++;
          this.#waiting.push({ ...delivery, lost: delivery.lost + 1 });
          this.#pump();
        }, this.faults.lock);
      }
      return intake;
    }
  }

  /** A worker vanishes that is at work. */
  killBusy() {
    const [busy] = [...this.#intakes].filter(({ busy: count }) => count > 0);
    if (busy) this.kill([...busy.own][0]);
  }

  async #reply(inbox, bytes) {
    if (this.#chance('lose')) {
      this.counts.lostReplies++;
      return;
    }
    const times = this.#chance('double') ? 2 : 1;
    for (let i = 0; i < times; i++) {
      const send = () => this.#inboxes.get(inbox)?.hear(bytes.slice());
      if (this.#chance('delay')) pause(this.random() * this.faults.late).then(send);
      else send();
    }
  }
}
