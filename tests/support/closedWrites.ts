import { expect } from 'vitest';
import { type Machine, mayEdit } from '@contract/workflow/stateMachine';
import { allRoutes } from '@server/app/routes';
import type { TestServer } from './server';

export const lockedStates = (machine: Machine): string[] =>
  Object.keys(machine.states).filter((state) => !mayEdit(machine, state));

/**
 * Returns every write call below these paths from the router: a new one has to be tested, or listed among those that
 * write something else.
 */
const writes = (server: TestServer, pattern: RegExp): string[] =>
  allRoutes(server.services)
    .flatMap(({ method, path }) => (method !== 'GET' && pattern.test(path) ? [`${method} ${path}`] : []))
    .sort();

export interface ClosedWrites {
  readonly server: TestServer;
  readonly token: string;
  /** Calls with a body that would be written if the object were open. */
  readonly calls: Readonly<Record<string, unknown>>;
  /** Calls below the same paths that do not change this object: they create another one. */
  readonly elsewhere?: readonly string[];
  readonly pattern: RegExp;
  readonly hash: () => Promise<string>;
  readonly state: string;
}

/**
 * Requires that each of the calls is refused and changes nothing.
 * @returns how many were tried
 */
export async function expectClosed({
  server,
  token,
  calls,
  elsewhere = [],
  pattern,
  hash,
  state,
}: ClosedWrites): Promise<number> {
  expect([...Object.keys(calls), ...elsewhere].sort()).toEqual(writes(server, pattern));
  const before = await hash();
  let tried = 0;
  for (const [call, body] of Object.entries(calls)) {
    const [method = '', path = ''] = call.split(' ');
    const answer = await server.ask(method, path, { token, body });
    expect([answer.status, answer.text.slice(0, 160)], `${call} while ${state}`).toEqual([409, expect.any(String)]);
    expect(await hash(), `${call} while ${state}`).toBe(before);
    tried += 1;
  }
  return tried;
}
