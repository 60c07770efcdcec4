// JSON types of the API, with the names of SPEC §3 and §7.

import type { FieldError } from './schema';

export interface OrganizationBrief {
  organizationId: number;
  name: string;
  /** Paths of public images, relative to the API's base address (SPEC §3). */
  logo: string | null;
  favicon: string | null;
}

/** A user (SPEC §3 User). */
export interface User {
  id: number;
  userName: string;
  nickName: string;
  phone: string | null;
  email: string | null;
  avatar: string | null;
  expiryDate: string | null;
  organization: OrganizationBrief | null;
  organizationId: number | null;
  isAdmin: boolean;
  isQy: boolean;
  /** True for a third party; absent for others. */
  isOutside?: boolean;
  roles: { id: number; name: string }[];
}

/** Name of the preference that stores which organization an administrator looks at. */
export const organizationPreference = 'organization';

/** Answer of `GET auth/info`, and `user` of `POST auth/login`; `roles` are permission strings (PRODUCT §5). */
export interface UserInfo {
  user: User;
  roles: string[];
  /** IANA time zone of the organization; without it the console uses the browser's. */
  zone?: string;
  /**
   * Key of the person, 32 bytes in base64. When a session ends, the browser encrypts unsent input with it; without a
   * key it stores no unsent input.
   */
  sealKey?: string;
  /** Whether another person set the password. Every call except the change of the password is then refused. */
  mustChangePassword?: boolean;
  /** Organization that a platform administrator sees first; 0 for all. */
  organizationShown?: number;
  /** Features of the server beyond SPEC §7. With a back end that sends no list the console uses none of them. */
  features?: readonly ServerFeature[];
}

/**
 * Features of our server beyond SPEC §7. The console uses a feature only if the server names it:
 * - `readAll`: one call that marks all notices read;
 * - `headers`: its own request headers (person, reason, idempotency key, background);
 * - `pushToken`: a token as the subprotocol of the websocket;
 * - `preferences`: a person's choices for a list;
 * - `dashboard`: the home page's figures;
 * - `rowById`: `{url}/{id}`;
 * - `options`: titles for selects;
 * - `recycleBin`: deleted rows and their restoration;
 * - `history`: changes of a row;
 * - `importPreview`: an import that is checked and corrected before it writes;
 * - `search`: rows that contain a word;
 * - `fieldwork`: batches of blanks and the boards of laboratory tasks;
 * - `rights`: permissions of roles;
 * - `versions`: calls with a list of ids take each row's version with its id.
 */
export const serverFeatures = [
  'readAll',
  'headers',
  'pushToken',
  'preferences',
  'dashboard',
  'rowById',
  'options',
  'recycleBin',
  'history',
  'importPreview',
  'search',
  'fieldwork',
  'rights',
  'versions',
] as const;
export type ServerFeature = (typeof serverFeatures)[number];

export interface LoginRequest {
  username: string;
  password: string;
  code?: string;
  uuid?: string;
  /** Requests a credential that replaces the password for one day (DESIGN §1). */
  rememberMe?: boolean;
}

export interface LoginAnswer {
  token: string;
  user: UserInfo;
  /** Credential for the password field of the next login. It can be revoked and is valid for one user and one day. */
  remember?: string;
}

/** Answer of `GET auth/code`. */
export type Captcha = { uuid: string; img: string } | { enabled: false };

export interface MenuMeta {
  title: string;
  icon?: string | null;
  noCache?: boolean;
  affix?: boolean;
  breadcrumb?: boolean;
  activeMenu?: string;
}

/** A node of `GET api/menus/build`. Type 2 is a button, whose permission the node contains (SPEC §3). */
export interface MenuNode {
  name?: string;
  path: string;
  hidden?: boolean;
  redirect?: string;
  component?: string;
  alwaysShow?: boolean;
  type?: number;
  permission?: string | null;
  meta?: MenuMeta;
  children?: MenuNode[];
}

/** One page of a list (PRODUCT §5). */
export interface Page<R> {
  content: R[];
  totalElements: number;
}

/** Answer of an action: code `"200"` is success, `"400"` is refusal (SPEC §7). */
export interface Answer<B = unknown> {
  code: string;
  message: string;
  body?: B;
}

/** Type of every error of the server. */
export interface ErrorBody {
  status: number;
  /** Code for programs: stale, invalid, forbidden … */
  code: string;
  /** Message for people, in Chinese; it says what to do. */
  message: string;
  requestId: string;
  errors?: FieldError[];
  /** Stored row in an error with code `stale`; the stored rows if several were to be saved. */
  current?: Record<string, unknown> | readonly Record<string, unknown>[];
}

/** A changed field of an audit event, as displayed text; null for an empty value. */
export interface FieldDifference {
  name: string;
  label: string;
  before: string | null;
  after: string | null;
}

export interface DictDetail {
  id: number;
  value: string;
  label: string;
  dictSort: number;
  /** Whether the entry is disabled: forms no longer offer it, and rows that contain it still show its label. */
  disabled: boolean;
  organizationId: number | null;
  /** Person who added it; null for a built-in entry. */
  createBy: number | null;
  /** Value of the entry of the same name that is chosen instead. */
  replacedBy?: string;
}

/** Result of one imported row; an empty msg means success (SPEC §7). */
export interface ImportItem {
  line: number;
  msg: string;
}

/** A sent notice (SPEC §3). */
export interface NoticeSend {
  id: number;
  anntId: number;
  userId: number;
  /** Title, in the specification's spelling. */
  titile: string;
  msgAbstract: string | null;
  senderName: string | null;
  msgContent: string | null;
  msgCategory: string;
  priority: string;
  sendTime: string | null;
  readFlag: string;
  sendStatus: string;
  updateBy: number | null;
}

/** Summary in the header: the newest unread notices and the unread count of each category. */
export interface NoticeSummary {
  anntMsgList: NoticeSend[];
  anntMsgTotal: number;
  sysMsgList: NoticeSend[];
  sysMsgTotal: number;
}

/**
 * Kinds of changes that an administrator makes while others are signed in. `rights`: menus, permissions and names.
 * `brand`: an organization's logo and texts. `dictionaries`: dictionary entries.
 */
export const administratorChanges = ['rights', 'brand', 'dictionaries'] as const;
export type AdministratorChange = (typeof administratorChanges)[number];
