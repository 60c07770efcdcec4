// Who may do what, and why: the view of one person (用户管理 → 权限) and the matrix of all roles (/roles).
import type { menuType } from '@contract/constants';

/** A menu, page or button with the roles that give it. */
export interface GrantedMenu {
  id: number;
  pid: number | null;
  type: (typeof menuType)[keyof typeof menuType];
  title: string;
  permission: string | null;
  roles: number[];
}

export interface RoleBrief {
  id: number;
  name: string;
  level: number;
  dataScope: string;
  /** Null: common to all organisations. */
  organizationId: number | null;
  remark: string | null;
}

/** `GET api/roleMatrix`. */
export interface RoleMatrix {
  roles: RoleBrief[];
  /** All of them, in the order of the sidebar. */
  menus: GrantedMenu[];
}

/** A role that a person was given; `why` says why it gives nothing. */
export interface HeldRole extends RoleBrief {
  why: string | null;
}

/** `GET api/user/{id}/rights`. */
export interface UserRights {
  user: {
    id: number;
    userName: string;
    nickName: string;
    isAdmin: boolean;
    isQy: boolean;
    enabled: boolean;
    expiryDate: string | null;
  };
  organization: { name: string; enabled: boolean; expiryDate: string | null } | null;
  /** Of an enterprise's person: whose projects they see. */
  units: string[];
  /** Why they can't work at all; null when they can. */
  bar: string | null;
  level: number;
  dataScope: string;
  /** The roles that make it so. */
  dataScopeBy: number[];
  roles: HeldRole[];
  /** What they may do; every menu of a platform administrator. */
  menus: GrantedMenu[];
}

/** `GET api/role/lostPages`: a built-in role with the pages that it came with and holds no more. */
export interface RoleLostPages {
  id: number;
  name: string;
  pages: { id: number; title: string }[];
}

/** `GET api/role/{id}/users`: somebody to whom the role may be given. */
export interface RoleCandidate {
  id: number;
  userName: string;
  nickName: string;
  organization: string | null;
  holds: boolean;
}

/** `GET api/user/{id}/state`. */
export interface AccountState {
  /** Why they can't sign in; null when they can. */
  bar: string | null;
  lastLogin: { time: string; ip: string } | null;
  /** How many windows or devices are signed in. */
  sessions: number;
  /** Wrong tries that still count, by address; `until` where the address is locked. */
  tries: { ip: string; wrong: number; left: number; until: string | null }[];
}
