/** The benchmark's end of the line protocol that contestants/serve.mjs describes. */
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';

/** A contestant in a process of its own. */
export class Child {
  #process;
  #lines;
  #complaints = '';

  /** @param {string[]} command */
  constructor([program, ...args]) {
    this.#process = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'] });
    // A dead process is detected because it sends no answer.
    this.#process.stdin.on('error', () => {});
    this.#process.stderr.on('data', (text) => {
      this.#complaints = (this.#complaints + text).slice(-2000);
    });
    this.#lines = createInterface({ input: this.#process.stdout })[Symbol.asyncIterator]();
  }

  /**
   * @param {...(string | number)} command
   * @returns {Promise<any>} its answer
   */
  async ask(...command) {
    this.#process.stdin.write(`${command.join(' ')}\n`);
    for (;;) {
      const { value: line, done } = await this.#lines.next();
      if (done) throw new Error(`ended during '${command[0]}'. ${this.#complaints.trim()}`);
      if (line.startsWith('@ ')) return JSON.parse(line.slice(2));
    }
  }

  /**
   * The largest memory of the process so far, in MB; only on Linux. (The figure that a
   * process can read itself includes the memory of its parent.)
   *
   * @returns {Promise<number | undefined>}
   */
  async peak() {
    const status = await readFile(`/proc/${this.#process.pid}/status`, 'utf8').catch(() => '');
    const line = status.match(/^VmHWM:\s*(\d+) kB$/m);
    return line ? Number(line[1]) / 1024 : undefined;
  }

  async quit() {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    const gone = new Promise((resolve) => this.#process.once('close', resolve));
    this.#process.stdin.write('quit\n');
    await gone;
  }
}
