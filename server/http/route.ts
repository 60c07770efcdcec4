import type { Context } from 'hono';
import { z } from 'zod';
import type { AnyRow, Entity } from '@contract/entity';
import { failures } from '@contract/messages';
import { mayAny } from '@contract/permissions';
import { fieldErrorsOf } from '@contract/schema';
import { faultText } from './bodyFaults';
import { badRequest, forbidden, invalid, notFound, Refusal, unauthorized } from './errors';
import { bigBodyBytes, decodeInPieces, faultInPieces, parseBodyInPieces, parseInPieces } from './jsonInPieces';
import { faultOf, isStorable } from './plainJson';
import type { Viewer } from './viewer';

// Faults without a message in the schema get a Chinese message, too.
z.config({ localeError: faultText });

type HttpMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * People who may call a route. `public`: anyone; `signedIn`: any session; `admin`: platform administrators; a list:
 * people with any one of the permissions.
 */
export type Permission = 'public' | 'signedIn' | 'admin' | readonly string[];

/** Data of a request for its handler. */
export interface Call<B = unknown, Q = Record<string, string | string[]>> {
  /** Viewer of the call. Throws 401 on a public route without a session. */
  readonly viewer: Viewer;
  readonly maybeViewer: Viewer | undefined;
  readonly body: B;
  readonly query: Q;
  readonly params: Readonly<Record<string, string>>;
  readonly request: Request;
  readonly requestId: string;
  readonly ip: string;
  /** Reason that the person typed, from the `X-Reason` header (percent-encoded). The audit trail stores it. */
  readonly reason: string | null;
  readonly idempotencyKey: string | null;
  /**
   * Position of the person's last write in the database's log, which their reads must include; null if it was long ago.
   */
  readonly readAfter?: string | null;
  readonly context: Context<Variables>;
}

export interface Variables {
  Variables: {
    requestId: string;
    ip: string;
    viewer: Viewer | undefined;
    /** Path of the route that answers. */ route?: string;
  };
}

/** What an export of a list needs to know beyond its answer. */
interface ListExport {
  /** Entity that describes the columns. */
  readonly entity: Entity;
  /** Texts of columns that a screen draws from several values of a row. */
  readonly texts?: Readonly<Record<string, (row: AnyRow) => string | null>>;
  /** Number of rows to read at once; by default the largest page of a list. */
  readonly pageSize?: number;
}

interface RouteSpec<B extends z.ZodType | undefined = undefined> {
  readonly method: HttpMethod;
  /** Path without a leading slash; `:name` marks a parameter. */
  readonly path: string;
  readonly permission: Permission;
  /** True: allowed before a person has chosen their own password. */
  readonly beforeOwnPassword?: true;
  /** Summary for the API documentation. */
  readonly summary: string;
  readonly tag?: string;
  /** Query parameters with descriptions, for the documentation. */
  readonly query?: Readonly<Record<string, string>>;
  /** Schema of the JSON body; a body that does not match is answered with 400 and `errors`. */
  readonly body?: B;
  /** Entity of the row that is sent or answered, for the documentation. */
  readonly entity?: Entity;
  /** Form of the data: a page of rows, one row, or a row in request and answer. */
  readonly shape?: 'list' | 'row' | 'draft';
  /** Export of a list that is no table's: `<path>/export` answers whoever the list answers. */
  readonly exported?: ListExport;
  /** Fields of a form (upload), whose body the handler reads itself. */
  readonly form?: Readonly<Record<string, string>>;
  /** Largest JSON body in bytes; by default 1 MiB. */
  readonly limit?: number;
  /** True: needs tens of megabytes per call, so only a few calls run at once. */
  readonly isHeavy?: true;
  readonly handle: (call: Call<B extends z.ZodType ? z.output<B> : undefined>) => Promise<unknown>;
}

/** A route without the type of its body. */
export type Route = Omit<RouteSpec<z.ZodType | undefined>, 'handle' | 'body'> & {
  readonly body?: z.ZodType | undefined;
  readonly handle: (call: Call<never>) => Promise<unknown>;
};

/** Declares a route. The handler's result is sent as JSON, unless it is a Response. */
export function route<B extends z.ZodType | undefined = undefined>(spec: RouteSpec<B>): Route {
  return spec as unknown as Route;
}

/**
 * Refuses a call that the viewer may not make.
 * @throws Refusal 401, 403
 */
export function guardPermission(permission: Permission, viewer: Viewer | undefined): void {
  if (permission === 'public') return;
  if (!viewer) throw unauthorized();
  if (permission === 'signedIn') return;
  if (permission === 'admin') {
    // refusal: admin
    if (!viewer.user.isAdmin) throw forbidden();
    return;
  }
  if (!mayAny(viewer.permissions, permission)) throw forbidden();
}

const defaultLimit = 1024 * 1024;

/**
 * Reads a body up to the limit.
 * @throws Refusal 413
 */
export async function readLimited(request: Request, limit: number): Promise<Uint8Array> {
  const tooLarge = () =>
    new Refusal(
      413,
      'tooLarge',
      `${failures.tooLarge}（最大${limit < 1024 * 1024 ? `${Math.round(limit / 1024)} KB` : `${Math.round(limit / 1024 / 1024)} MB`}）`,
    );
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLarge();
  if (!request.body) return new Uint8Array();
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of request.body as unknown as AsyncIterable<Uint8Array>) {
    size += part.byteLength;
    if (size > limit) throw tooLarge();
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/**
 * Returns the parsed body of a route that declares one.
 * @throws Refusal 400, 413, 415
 */
export async function readBody(spec: Route, request: Request): Promise<unknown> {
  if (!spec.body) return undefined;
  const type = request.headers.get('content-type');
  if (request.body && type && !/^application\/([\w.-]+\+)?json\b/i.test(type))
    throw new Refusal(415, 'notJson', '请求内容应为JSON（application/json）');
  const bytes = await readLimited(request, spec.limit ?? defaultLimit);
  const isBig = bytes.byteLength > bigBodyBytes;
  let json: unknown;
  try {
    const text = isBig ? await decodeInPieces(bytes) : new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    json = text === '' ? undefined : isBig ? await parseInPieces(text) : JSON.parse(text);
  } catch {
    throw badRequest(failures.badBody, [{ field: '', message: failures.badBody }]);
  }
  const fault = isBig ? await faultInPieces(json) : faultOf(json);
  if (fault) throw fault.field ? invalid([fault]) : badRequest(fault.message, [fault]);
  const result = isBig ? await parseBodyInPieces(spec.body, json) : spec.body.safeParse(json);
  if (result.success) return result.data;
  const errors = fieldErrorsOf(result.error);
  throw errors.every(({ field }) => field === '') ? badRequest(failures.badBody, errors) : invalid(errors);
}

/**
 * Checks the parameters of a path.
 * @throws Refusal 404 for characters that no database stores
 */
export function readParams(params: Record<string, string>): Record<string, string> {
  if (!Object.values(params).every(isStorable)) throw notFound();
  return params;
}

/**
 * Highest number of query parameters; the console sends up to forty. Many ids form one parameter, joined by commas.
 */
const maxParameters = 200;

/**
 * Returns the query parameters, repeated ones as a list; `__proto__` is an ordinary name. It runs before any
 * permission check, in time linear in the address.
 * @throws Refusal 400 for too many parameters, or characters that no database stores
 */
export function readQuery(url: string): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = Object.create(null) as Record<string, string | string[]>;
  const { searchParams } = new URL(url);
  if (searchParams.size > maxParameters) throw badRequest(failures.tooManyParameters);
  for (const [name, value] of searchParams) {
    if (!isStorable(name) || !isStorable(value)) throw badRequest('查询条件含有不能识别的字符');
    // `createTime[]=a` and `createTime[0]=a` are other clients' spellings of repeated keys.
    const key = name.replace(/\[\d*\]$/, '');
    const existingValue = query[key];
    if (Array.isArray(existingValue)) existingValue.push(value);
    else query[key] = existingValue === undefined ? value : [existingValue, value];
  }
  return query;
}
