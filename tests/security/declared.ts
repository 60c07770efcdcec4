import { readFileSync } from 'node:fs';
import type { Permission } from '@server/http/route';

/**
 * What a call says of its row. `row`: an undeleted, visible row, a foreign or deleted one is 404; `bin`: a deleted one
 * (restore); `file`: an upload; `asks`: as `row`, but its subject requires its own permission (403); `past`: as `asks`,
 * also for a deleted row; `-`: no single row. With `StandingRows` it depends on more than the owner.
 */
export type Rows = 'row' | 'bin' | 'past' | 'file' | 'asks' | StandingRows | '-';

/**
 * What a row must have become before the call applies; otherwise, or if deleted since, it is 404 for everybody.
 * `issued`: a signed and issued report; `begun`: a project no longer a draft; `published`: a publication, which is for
 * everybody, of any organization; `personal`: only what the caller has received or uploaded; `platformBin`: a deleted
 * organization, whose people can't sign in and which only platform administrators restore.
 */
export type StandingRows = 'issued' | 'begun' | 'published' | 'personal' | 'platformBin';

/**
 * Relation of a row to the caller. `own`: of the caller's organization, and the caller's where it is personal: the
 * enterprise's project, the reviewer's task, the recipient's notice; `another`: of the same organization and somebody
 * else's; `common`: of no organization; `stray`: requested through an object of the caller to which it does not belong:
 * a report of another project than the task's, a picture of another notice; `unready` and `foreignUnready`: not yet in
 * the required state; `withdrawn`: was, and was taken back.
 */
export type Standing =
  | 'own'
  | 'another'
  | 'common'
  | 'foreign'
  | 'stray'
  | 'unready'
  | 'foreignUnready'
  | 'withdrawn'
  | 'deleted';

/** `staff`: of the caller's organization, and platform administrators. */
type Answered = 'everybody' | 'staff' | 'platform';

/** Who is answered 200; everybody else 404, and all where nobody is named. */
const answered: Readonly<Record<StandingRows, Partial<Record<Standing, Answered>>>> = {
  issued: { own: 'everybody', another: 'staff', foreign: 'platform' },
  begun: { own: 'everybody', another: 'staff', foreign: 'platform' },
  published: { own: 'everybody', common: 'everybody', foreign: 'everybody' },
  personal: { own: 'everybody' },
  platformBin: { deleted: 'platform', foreign: 'platform' },
};

export const isStanding = (rows: Rows | undefined): rows is StandingRows => rows !== undefined && rows in answered;

/** Returns whether somebody admitted by the permission is answered. */
export function isAnswered(
  rows: StandingRows,
  standing: Standing,
  { staff, platform }: { readonly staff: boolean; readonly platform: boolean },
): boolean {
  const who = answered[rows][standing];
  return who === 'everybody' || (who === 'staff' && (staff || platform)) || (who === 'platform' && platform);
}

/**
 * Returns the relation of a planted row to everybody: written below the rules it has reached no state. A call that
 * restores it uses a deleted foreign one.
 */
export function standingOf(rows: StandingRows, kind: 'own' | 'foreign' | 'deleted' | 'foreignDeleted'): Standing {
  if (kind === 'deleted') return 'deleted';
  if (kind === 'own') return rows === 'personal' ? 'another' : 'unready';
  return rows === 'personal' || rows === 'platformBin' ? 'foreign' : 'foreignUnready';
}

export interface DeclaredRoute {
  readonly permission: string;
  readonly rows: Rows;
}

const linesOf = (name: string): string[][] =>
  readFileSync(new URL(name, import.meta.url), 'utf8')
    .split('\n')
    .flatMap((line) => (line.trim() && !line.startsWith('#') ? [line.split('  ')] : []));

/** `routes.txt`: every call of the API with its permission, by `METHOD path`. */
export const declaredRoutes: ReadonlyMap<string, DeclaredRoute> = new Map(
  linesOf('routes.txt').map(([call = '', permission = '', rows]) => [call, { permission, rows: rows as Rows }]),
);

/** `grants.txt`: the built-in roles that hold each permission. */
export const declaredGrants: ReadonlyMap<string, readonly string[]> = new Map(
  linesOf('grants.txt').map(([permission = '', roles = '']) => [permission, roles.split(' ').filter(Boolean)]),
);

export const permissionText = (permission: Permission): string =>
  typeof permission === 'string' ? permission : permission.join('|');

/** Returns the permissions of a built-in role by the declared table. */
export const heldBy = (role: string): ReadonlySet<string> =>
  new Set([...declaredGrants].flatMap(([permission, roles]) => (roles.includes(role) ? [permission] : [])));

/** Returns whether the table admits a signed-in person with these permissions. */
export function letsIn({ permission }: DeclaredRoute, held: ReadonlySet<string>): boolean {
  if (permission === 'public' || permission === 'signedIn') return true;
  return permission !== 'admin' && permission.split('|').some((one) => held.has(one));
}
