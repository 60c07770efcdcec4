import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { SessionEnd } from '@contract/features/signIn/sessionEnds';
import { userTable } from '../entityTables';
import { momentColumn } from '../momentColumn';

// Tables of signing in: sessions, remembered passwords, failed attempts.

/** A signed-in browser. Only the hash of its token is stored (DESIGN §1). */
export const sessionTable = pgTable(
  'user_session',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    tokenHash: text('token_hash').notNull().unique(),
    userId: integer('user_id')
      .notNull()
      .references(() => userTable.id),
    ip: text('ip').notNull(),
    agent: text('agent').notNull(),
    createTime: momentColumn('create_time').notNull().defaultNow(),
    seenTime: momentColumn('seen_time').notNull().defaultNow(),
    expireTime: momentColumn('expire_time').notNull(),
    revokeTime: momentColumn('revoke_time'),
    /**
     * Reason why another person ended the session (`sessionEnds`); null where the owner ended it, and for sessions
     * ended before the reason was stored.
     */
    revokeReason: text('revoke_reason').$type<SessionEnd>(),
  },
  (self) => [index('user_session_user').on(self.userId)],
);

/**
 * 记住密码: a random credential that replaces the password. It is revocable and valid for one user and one day (DESIGN
 * §1).
 */
export const rememberTable = pgTable(
  'remember_credential',
  {
    credentialHash: text('credential_hash').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => userTable.id),
    createTime: momentColumn('create_time').notNull().defaultNow(),
    expireTime: momentColumn('expire_time').notNull(),
    revokeTime: momentColumn('revoke_time'),
  },
  (self) => [index('remember_credential_user').on(self.userId)],
);

export const captchaTable = pgTable('captcha', {
  uuid: uuid('uuid').primaryKey(),
  answer: text('answer').notNull(),
  expireTime: momentColumn('expire_time').notNull(),
});

/**
 * A failed attempt, for the lockout by user and address (QUALITY AU1); `ip` is the network of an IPv6 address
 * (`networkOf`).
 */
export const loginFailureTable = pgTable(
  'login_failure',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    userName: text('user_name').notNull(),
    ip: text('ip').notNull(),
    time: momentColumn('time').notNull().defaultNow(),
  },
  (self) => [
    index('login_failure_who').on(self.userName, self.ip, self.time),
    index('login_failure_ip').on(self.ip, self.time),
  ],
);

/** Networks from which a name has signed in. Attempts from elsewhere can't lock the person out there. */
export const loginPlaceTable = pgTable(
  'login_place',
  { userName: text('user_name').notNull(), network: text('network').notNull(), time: momentColumn('time').notNull() },
  (self) => [primaryKey({ columns: [self.userName, self.network] })],
);
