/** Vault of a user's cached loans: its key is in memory only while unlocked. */
import { deleteCaches } from '../cache/cache-db.ts';
import { dropKey, giveKey, takeKey } from '#kernel/offline/vault/key-relay.ts';
import {
  type KeyRecord,
  changeKeys,
  deleteKeys,
  readKeys,
  writeKeys,
} from '#kernel/offline/vault/key-store.ts';
import {
  isLeaseOver,
  leaseOf,
  mostHidden,
  mostWrong,
  usualLease,
  waitAfter,
  waitLeft,
} from '#kernel/offline/vault/lock-rules.ts';
import {
  type Sealed,
  keyByPin,
  keyOfEscrow,
  newBox,
  newDataKey,
  newDeviceKey,
  newSalt,
  open,
  readingKey,
  seal,
  writingKey,
} from '#kernel/offline/vault/vault-crypto.ts';

/** What became of a PIN that was typed. */
export type Tried =
  | { is: 'open' | 'erased' | 'lease' }
  /** `wait` in milliseconds: how long until the next is looked at. */
  | { is: 'wrong'; left: number; wait: number }
  | { is: 'wait'; wait: number };

export class Vault {
  readonly userId: number;
  private record: KeyRecord | undefined;
  private key: CryptoKey | undefined;
  private erased = false;
  /** For what is written while locked. */
  private writing: ReturnType<typeof writingKey> | undefined;
  private readonly reading = new Map<string, Promise<CryptoKey>>();
  private readonly changed: () => void;

  constructor(userId: number, changed: () => void) {
    this.userId = userId;
    this.changed = changed;
  }

  /** Reads the envelope, and inherits the key of a recently open page. */
  async load(): Promise<void> {
    const held = takeKey(this.userId);
    this.record = await readKeys(this.userId);
    if (this.record && !this.isOver()) this.key = await held;
    this.changed();
  }

  isSet = (): boolean => this.record !== undefined;
  /** Too many wrong PINs, just now. */
  wasErased = (): boolean => this.erased;
  isOpen = (): boolean => this.key !== undefined;
  /** The lease has expired: locked until the server responds again. */
  isOver = (): boolean => this.record !== undefined && isLeaseOver(this.record, Date.now());
  deviceId = (): string | undefined => this.record?.deviceId;

  private unlock(key: CryptoKey): void {
    this.key = key;
    this.hold();
    this.changed();
  }

  /** Leaves the key with the worker for as long as a page may be out of sight. */
  hold(): void {
    if (this.key) giveKey({ userId: this.userId, key: this.key, until: Date.now() + mostHidden });
  }

  lock(): void {
    if (!this.key) return;
    this.key = undefined;
    this.writing = undefined;
    this.reading.clear();
    dropKey();
    this.changed();
  }

  /** Sets a new key and PIN; data under the old key is unreadable from then on. Returns the server's copy. */
  async set(pin: string): Promise<{ deviceId: string; escrow: string }> {
    const lock = { salt: newSalt(), deviceKey: await newDeviceKey() };
    const { key, envelope, escrow } = await newDataKey(pin, this.userId, lock);
    const now = Date.now();
    const deviceId = crypto.randomUUID();
    const times = { wrong: 0, wrongAt: 0, contactAt: now, lease: usualLease, seenAt: now };
    this.record = {
      userId: this.userId,
      deviceId,
      ...lock,
      envelope,
      ...(await newBox(key, this.userId)),
      ...times,
    };
    await writeKeys(this.record);
    this.unlock(key);
    return { deviceId, escrow };
  }

  /** An attempt is recorded before the PIN is verified, so that a power-off gains none. */
  async tryPin(pin: string): Promise<Tried> {
    const before = (this.record = await readKeys(this.userId));
    if (!before) return { is: 'erased' };
    if (this.isOver()) return { is: 'lease' };
    const now = Date.now();
    const wait = waitLeft(before, now);
    if (wait > 0) return { is: 'wait', wait };
    const wrong = before.wrong + 1;
    await changeKeys(this.userId, { wrong, wrongAt: now });
    const key = await keyByPin(pin, this.userId, before);
    if (key) {
      this.record = await changeKeys(this.userId, { wrong: 0, seenAt: Math.max(now, before.seenAt) });
      this.unlock(key);
      return { is: 'open' };
    }
    this.record = { ...before, wrong, wrongAt: now };
    if (wrong < mostWrong) return { is: 'wrong', left: mostWrong - wrong, wait: waitAfter(wrong) };
    await this.erase();
    return { is: 'erased' };
  }

  /** Unlocks with the server's copy after a full sign-in. False for an outdated key. */
  async useEscrow(escrow: string): Promise<boolean> {
    if (!this.record) return false;
    const key = await keyOfEscrow(escrow);
    try {
      // The box distinguishes its key from another.
      const { epk } = await writingKey(this.record.boxKey);
      await readingKey(key, this.userId, this.record.boxHalf, epk);
    } catch {
      return false;
    }
    this.record = await changeKeys(this.userId, { wrong: 0 });
    this.unlock(key);
    return true;
  }

  /** The server responded: the lease restarts. */
  async heard(leaseHours?: number): Promise<void> {
    const now = Date.now();
    this.record = await changeKeys(this.userId, {
      contactAt: now,
      seenAt: now,
      lease: leaseOf(leaseHours),
    });
    this.changed();
  }

  /** The clock may only increase. */
  async saw(): Promise<void> {
    const now = Date.now();
    if (this.record && now > this.record.seenAt) this.record = await changeKeys(this.userId, { seenAt: now });
  }

  /** Crypto-erase: without the envelope cached data is unreadable permanently. The outbox is unchanged. */
  async erase(): Promise<void> {
    this.record = undefined;
    this.erased = true;
    this.lock();
    await deleteKeys();
    await deleteCaches();
    this.changed();
  }

  async seal(about: string, value: unknown): Promise<Sealed> {
    if (this.key) return seal(this.key, about, value);
    if (!this.record) throw new Error('There is no key to keep anything under');
    const { key, epk } = await (this.writing ??= writingKey(this.record.boxKey));
    return { ...(await seal(key, about, value)), epk };
  }

  /** Throws when locked, and when the record is damaged. */
  async open<T>(about: string, sealed: Sealed): Promise<T> {
    if (!this.key || !this.record || this.isOver()) throw new VaultLocked();
    const { epk } = sealed;
    if (!epk) return open<T>(this.key, about, sealed);
    const name = String(new Uint8Array(epk));
    const { boxHalf } = this.record;
    const known = this.reading.get(name) ?? readingKey(this.key, this.userId, boxHalf, epk);
    this.reading.set(name, known);
    return open<T>(await known, about, sealed);
  }
}

export class VaultLocked extends Error {}
