/**
 * Statement batching: those issued in one tick of the event loop are sent with one Sync and one packet each way
 * (decisions 015, 086). The driver would send a Sync for each, and describe each again every time.
 */
import type net from 'node:net';
import pg from 'pg';
import type { Queryable } from '#kernel/server/database/database.ts';

interface Connection {
  stream: net.Socket;
  submittedNamedStatements: Record<string, string>;
  parsedStatements: Record<string, string>;
  parse(o: object): void;
  bind(o: object): void;
  describe(o: object): void;
  execute(o: object): void;
  sync(): void;
}
interface Shape {
  fields: unknown;
  _parsers: unknown;
  _prebuiltEmptyResultObject: unknown;
}
/** The driver's query, only partly in its types. */
interface DriverQuery {
  name: string | undefined;
  text: string;
  _result: Shape;
  _accumulateRows: boolean;
  submit(connection: Connection): null;
  prepare(connection: Lane): void;
  handleRowDescription(message: object): void;
  handleDataRow(message: object): void;
  handleCommandComplete(message: object, connection: Connection): void;
  handleReadyForQuery(connection: Connection): void;
  handleError(error: Error, connection: Connection): void;
}
type Answer = (error: Error | undefined, result: pg.QueryResult) => void;
const Query = pg.Query as unknown as new (text: string, values?: unknown[], answer?: Answer) => DriverQuery;

/** The connection as one statement among several may use it. */
class Lane {
  readonly connection: Connection;
  /** Row descriptions by statement name, null for no rows; they cannot change under a prepared statement. */
  readonly shapes = new Map<string, Shape | null>();
  isDescribed = false;
  constructor(connection: Connection) {
    this.connection = connection;
  }
  get submittedNamedStatements(): Record<string, string> {
    return this.connection.submittedNamedStatements;
  }
  get parsedStatements(): Record<string, string> {
    return this.connection.parsedStatements;
  }
  parse(o: object): void {
    this.connection.parse(o);
  }
  bind(o: object): void {
    this.connection.bind(o);
  }
  describe(o: object): void {
    if (!this.isDescribed) this.connection.describe(o);
  }
  execute(o: object): void {
    this.connection.execute(o);
  }
  /** A value cannot be serialised: half a batch is sent, and answers could no longer be matched to statements. */
  close(): void {
    this.connection.stream.destroy();
  }
  sync(): void {
    // One Sync finishes the entire batch, see `Turn.submit`.
  }
}

class Turn extends Query {
  private readonly statements: readonly DriverQuery[];
  private readonly lane: Lane;
  private at = 0;
  private shape: Shape | null = null;
  constructor(statements: readonly DriverQuery[], lane: Lane) {
    super('');
    this.statements = statements;
    this.lane = lane;
  }
  /** The statement a message is about. */
  get current(): DriverQuery | undefined {
    return this.statements[this.at];
  }

  override submit(connection: Connection): null {
    const { lane } = this;
    connection.stream.cork();
    for (const statement of this.statements) {
      const shape = statement.name === undefined ? undefined : lane.shapes.get(statement.name);
      lane.isDescribed = shape !== undefined;
      if (shape) Object.assign(statement._result, shape);
      statement._accumulateRows = true;
      statement.prepare(lane);
    }
    connection.sync();
    connection.stream.uncork();
    return null;
  }

  override handleRowDescription(message: object): void {
    const statement = this.current as DriverQuery;
    statement.handleRowDescription(message);
    const { fields, _parsers, _prebuiltEmptyResultObject } = statement._result;
    this.shape = { fields, _parsers, _prebuiltEmptyResultObject };
  }

  override handleDataRow(message: object): void {
    this.current?.handleDataRow(message);
  }

  override handleCommandComplete(message: object, connection: Connection): void {
    const statement = this.current as DriverQuery;
    statement.handleCommandComplete(message, connection);
    if (statement.name !== undefined && !this.lane.shapes.has(statement.name))
      this.lane.shapes.set(statement.name, this.shape);
    this.shape = null;
    this.at += 1;
  }

  /** Statements before one Sync commit or fail together, so all of them failed. */
  override handleError(error: Error, connection: Connection): void {
    this.statements.forEach((statement, i) => {
      if (i >= this.at && statement.name !== undefined)
        delete connection.submittedNamedStatements[statement.name];
      statement.handleError(error, connection);
    });
  }

  override handleReadyForQuery(connection: Connection): void {
    for (const statement of this.statements) statement.handleReadyForQuery(connection);
  }
}

// The driver matches messages to statements by name and text, and sets both when a query is created.
const ofCurrent = (key: 'name' | 'text'): PropertyDescriptor => ({
  get(this: Turn) {
    return this.current?.[key];
  },
  set: () => undefined,
});
Object.defineProperties(Turn.prototype, { name: ofCurrent('name'), text: ofCurrent('text') });

const lanes = new WeakMap<pg.PoolClient, Lane>();
function laneOf(client: pg.PoolClient): Lane {
  const known = lanes.get(client);
  if (known) return known;
  const made = new Lane((client as unknown as { connection: Connection }).connection);
  lanes.set(client, made);
  return made;
}

/** A client of a pipelined pool that batches the statements of one tick. */
export function together(client: pg.PoolClient): Queryable {
  let waiting: DriverQuery[] = [];
  const send = (): void => {
    const statements = waiting;
    waiting = [];
    client.query(new Turn(statements, laneOf(client)) as never);
  };
  return {
    query: ({ name, text, values = [] }) =>
      new Promise((resolve, reject) => {
        const statement = new Query(text, values as unknown[], (error, result) =>
          error ? reject(error) : resolve(result),
        );
        statement.name = name;
        if (waiting.push(statement) === 1) process.nextTick(send);
      }),
  };
}
