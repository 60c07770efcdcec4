import { isNull, sql } from 'drizzle-orm';
import { mailServerTexts } from '@contract/features/notices/mailNotices';
import { mailServer } from '@contract/features/system/entities/mailServer';
import { encryptSecret } from '@server/base/secretEncryption';
import type { Policy } from '@server/crud/policy';
import { mailServerTable } from '@server/db/schema';
import { conflict, invalid } from '@server/http/errors';

/** Save rules of the mail server: written by platform administrators; one row per installation. */
export const mailServerPolicy: Policy = {
  disabledOperations: ['copy', 'del', 'restore', 'status', 'import', 'export'],
  async beforeSave(draft, { tx, before, services }) {
    if (!before) {
      await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${mailServer.name}))`);
      const [existingRow] = await tx
        .select({ id: mailServerTable.id })
        .from(mailServerTable)
        .where(isNull(mailServerTable.deleteTime))
        .limit(1);
      if (existingRow) throw conflict(mailServerTexts.second);
    }
    if (!draft.account) return { passwordStored: null, hasPassword: false };
    const password = typeof draft.password === 'string' && draft.password !== '' ? draft.password : null;
    if (password !== null) return { passwordStored: encryptSecret(services.env, password), hasPassword: true };
    if (before?.hasPassword !== true) throw invalid([{ field: 'password', message: mailServerTexts.passwordMissing }]);
    // A password belongs to the server and the account that it was entered for.
    if (before.host !== draft.host || before.account !== draft.account)
      throw invalid([{ field: 'password', message: mailServerTexts.passwordAgain }]);
    return {};
  },
};
