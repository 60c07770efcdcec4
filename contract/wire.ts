// The shapes that cross the wire, spelled as SPEC §3 and §7 spell them.

import type { FieldError } from './schema';

export interface OrganizationBrief {
  organizationId: number;
  name: string;
  /** Paths of images that need no login, behind the base address of the API (SPEC §3). */
  logo: string | null;
  favicon: string | null;
}

/** SPEC §3 User. */
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
  roles: { id: number; name: string }[];
}

/** `GET auth/info`, and `user` of `POST auth/login`; `roles` are permission strings (PRODUCT §5). */
export interface UserInfo {
  user: User;
  roles: string[];
  /** The zone of the organisations, an IANA name; back ends that do not say it leave the browser's. */
  zone?: string;
  /**
   * 32 bytes as base64, the person's own: with it their browsers seal what is not sent yet when a session ends. Of back
   * ends that do not say it nothing is sealed.
   */
  sealKey?: string;
  /** Somebody else chose the password: nothing works but changing it. */
  mustChangePassword?: boolean;
}

export interface LoginRequest {
  username: string;
  password: string;
  code?: string;
  uuid?: string;
  /** Asks for a credential to come back with for a day instead of the password (DESIGN §1). */
  rememberMe?: boolean;
}

export interface LoginAnswer {
  token: string;
  user: UserInfo;
  /** To be sent in the password field next time; revocable, one user, one day. */
  remember?: string;
}

/** `GET auth/code`. */
export type Captcha = { uuid: string; img: string } | { enabled: false };

export interface MenuMeta {
  title: string;
  icon?: string | null;
  noCache?: boolean;
  affix?: boolean;
  breadcrumb?: boolean;
  activeMenu?: string;
}

/** A node of `GET api/menus/build`; type 2 is a button and carries its permission (SPEC §3). */
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

/** A list as PRODUCT §5 answers it. */
export interface Page<R> {
  content: R[];
  totalElements: number;
}

/** An action's answer. SPEC §7 reads `"200"` as success and `"400"` as refusal. */
export interface Answer<B = unknown> {
  code: string;
  message: string;
  body?: B;
}

/** Every error of the server has this shape and no other. */
export interface ErrorBody {
  status: number;
  /** For programs: stale, invalid, forbidden … */
  code: string;
  /** For people: Chinese, says what to do. */
  message: string;
  requestId: string;
  errors?: FieldError[];
  /** With code `stale`: the row as it is now; the rows, where many were to be saved. */
  current?: Record<string, unknown> | readonly Record<string, unknown>[];
}

/** One field of an event of the trail, in words; null where there was or is nothing. */
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
  /** Forms offer it no more; rows that have it keep its name. */
  disabled: boolean;
  organizationId: number | null;
}

/** One item of the import's answer; an empty msg means that the row is in (SPEC §7). */
export interface ImportItem {
  line: number;
  msg: string;
}

/** SPEC §3 Notice (send record). */
export interface NoticeSend {
  id: number;
  anntId: number;
  userId: number;
  /** spelled so on the wire */
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

/** The header's summary: the newest unread of each category, and how many there are. */
export interface NoticeSummary {
  anntMsgList: NoticeSend[];
  anntMsgTotal: number;
  sysMsgList: NoticeSend[];
  sysMsgTotal: number;
}

/**
 * What an administrator changes under those who are signed in: menus, rights and names; the organisation's sign and
 * texts; entries of dictionaries.
 */
export const changes = ['rights', 'brand', 'dictionaries'] as const;
export type Change = (typeof changes)[number];
