import { readFileSync } from 'node:fs';
import type { Permission } from '@server/http/route';

/**
 * What a call says of the row that it is about. `row`: it stands for a living row that one may see, a foreign or deleted one is 404; `bin`: for a deleted one
 * (restore); `file`: for an upload; `asks`: as `row`, but what it is about asks a permission of its
 * own (403); `past`: as `asks`, and a deleted row has it as well; `hidden`: 404 for each of the planted rows, which lack what it asks for besides; `-`: it is about no single row.
 */
export type Rows = 'row' | 'bin' | 'past' | 'file' | 'asks' | 'hidden' | '-';

export interface DeclaredRoute {
  readonly permission: string;
  readonly rows: Rows;
}

const linesOf = (name: string): string[][] =>
  readFileSync(new URL(name, import.meta.url), 'utf8').split('\n').flatMap((line) => (line.trim() && !line.startsWith('#') ? [line.split('  ')] : []));

/** `routes.txt`: every call of the API with who may make it, by `METHOD path`. */
export const declaredRoutes: ReadonlyMap<string, DeclaredRoute> = new Map(linesOf('routes.txt').map(([call = '', permission = '', rows]) => [call, { permission, rows: rows as Rows }]));

/** `grants.txt`: the built-in roles that hold each permission. */
export const declaredGrants: ReadonlyMap<string, readonly string[]> = new Map(linesOf('grants.txt').map(([permission = '', roles = '']) => [permission, roles.split(' ').filter(Boolean)]));

export const permissionText = (permission: Permission): string => (typeof permission === 'string' ? permission : permission.join('|'));

/** The permissions that a built-in role holds by the declared table. */
export const heldBy = (role: string): ReadonlySet<string> => new Set([...declaredGrants].flatMap(([permission, roles]) => (roles.includes(role) ? [permission] : [])));

/** Whether the table lets somebody in who is signed in and holds these. */
export function letsIn({ permission }: DeclaredRoute, held: ReadonlySet<string>): boolean {
  if (permission === 'public' || permission === 'signedIn') return true;
  return permission !== 'admin' && permission.split('|').some((one) => held.has(one));
}
