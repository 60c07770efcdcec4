import { readFileSync } from 'node:fs';
import type { Permission } from '@server/http/route';

/**
 * What a call says of the row that it is about. `row`: it stands for a living row that one may see, a foreign or deleted one is 404; `bin`: for a deleted one
 * (restore); `file`: for an upload; `asks`: as `row`, but what it is about asks a permission of its
 * own (403); `past`: as `asks`, and a deleted row has it as well; `published`: what an organisation has
 * published is everybody's, whosever it is, and nothing else is there: 404 for each of the planted rows, none of which is published (AZ10 tries those that are); `personal`: stands for what
 * the caller alone has received or brought, 404 for each of the planted rows, of one's own organisation as well, which are a third person's (AZ7 tries one's own); `hidden`: 404 for each of the
 * planted rows, since it is about a report that was signed and issued, or a project that has begun, and rows planted below every rule are neither, or about an organisation that is deleted, which is nobody's own: the modules' own tests try it; `-`: it is about no single row.
 */
export type Rows = 'row' | 'bin' | 'past' | 'file' | 'asks' | 'published' | 'personal' | 'hidden' | '-';

/** Who is told 404 for every planted row. */
export const goneToAll: ReadonlySet<Rows> = new Set(['published', 'personal', 'hidden']);

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
