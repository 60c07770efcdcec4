import { and, eq, isNull, ne } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import { platformCode } from '@contract/features/platforms/entities/platformCode';
import { type ExchangeName, isExchange } from '@contract/features/platforms/exchange/adapterNames';
import { mappingFaults } from '@contract/features/platforms/platformMapping';
import { platformTexts } from '@contract/features/platforms/platformTexts';
import { encryptSecret } from '@server/base/secretEncryption';
import type { Policy } from '@server/crud/policy';
import { removeParts } from '@server/crud/removeParts';
import { platformCodeTable } from '@server/db/schema';
import { invalid } from '@server/http/errors';
import { seedCodes } from './exchange/platformCodes';
import { isSm2Key, rsaPrivateKey } from './exchange/signatureAlgorithms';
import { baseAddress, hasInternalHost } from './platformAddress';

/** Returns why a signing key can't be used by the connector. */
function signingKeyFault(draft: Readonly<Record<string, unknown>>, key: string): string | null {
  if (draft.adapter === 'provincial' || draft.signing === 'rsaSha256')
    return rsaPrivateKey(key) ? null : platformTexts.badSigningKey;
  if (draft.signing === 'sm2') return isSm2Key(key) ? null : platformTexts.badSm2Key;
  return rsaPrivateKey(key) || isSm2Key(key) ? null : platformTexts.badSigningKey;
}

/**
 * Save rules of connectors: people with the permission to administer connectors set the address; only a platform
 * administrator may set an internal address.
 */
export const connectorPolicy: Policy = {
  ignoresDataScope: true,
  disabledOperations: ['copy', 'status', 'restore', 'import'],
  async beforeSave(draft, { call, before, services }) {
    const { user } = call.viewer;
    const text = String(draft.baseUrl);
    const url = baseAddress(text);
    if (!url) throw invalid([{ field: 'baseUrl', message: platformTexts.badAddress }]);
    const isAddressChanged = before === null || before.baseUrl !== draft.baseUrl;
    if (isAddressChanged && !user.isAdmin && hasInternalHost(url))
      throw invalid([{ field: 'baseUrl', message: platformTexts.localAddress }]);
    const faults = mappingFaults((draft.mapping as Readonly<Record<string, string>> | null) ?? {});
    if (faults.length > 0) throw invalid([{ field: 'mapping', message: faults.join('；') }]);
    const key = typeof draft.apiKey === 'string' && draft.apiKey !== '' ? draft.apiKey : null;
    // A key belongs to the platform that issued it. After a change of the address it must be entered again, so that
    // it is not sent elsewhere.
    const formerOrigin = before ? baseAddress(String(before.baseUrl))?.origin : undefined;
    if (before?.hasKey === true && key === null && formerOrigin !== url.origin)
      throw invalid([{ field: 'apiKey', message: platformTexts.keyAgain }]);
    const signingKey = typeof draft.signingKey === 'string' && draft.signingKey !== '' ? draft.signingKey : null;
    if (before?.hasSigningKey === true && signingKey === null && formerOrigin !== url.origin)
      throw invalid([{ field: 'signingKey', message: platformTexts.keyAgain }]);
    if (signingKey !== null) {
      const fault = signingKeyFault(draft, signingKey);
      if (fault) throw invalid([{ field: 'signingKey', message: fault }]);
    }
    return {
      ...(key === null ? {} : { apiKeyStored: encryptSecret(services.env, key), hasKey: true }),
      ...(signingKey === null
        ? {}
        : { signingKeyStored: encryptSecret(services.env, signingKey.trim()), hasSigningKey: true }),
      ...(isAddressChanged ? { localAllowed: user.isAdmin } : {}),
    };
  },
  async afterSave(row, { tx, call, services }) {
    const adapter = row['adapter'];
    if (!isExchange(adapter as string | null)) return;
    const { id, organizationId } = row as AnyRow & { readonly organizationId: number | null };
    await seedCodes(
      tx,
      adapter as ExchangeName,
      { id, organizationId },
      { person: call.viewer.user.id, at: services.now() },
    );
  },
  /** Deletes the code tables of a deleted connector. */
  async beforeDelete(rows, context) {
    await removeParts(
      context,
      { entity: platformCode, table: platformCodeTable, parentColumn: platformCodeTable.connector },
      rows.map(({ id }) => id),
    );
  },
};

/** Save rules of code tables: rows of a connector, edited by people who administer connectors. */
export const platformCodePolicy: Policy = {
  ignoresDataScope: true,
  disabledOperations: ['copy', 'status', 'restore'],
  partOf: 'connector',
  async beforeSave(draft, { tx, before }) {
    const [connectorWithSameCode] = await tx
      .select({ id: platformCodeTable.id })
      .from(platformCodeTable)
      .where(
        and(
          eq(platformCodeTable.connector, Number(draft.connector)),
          eq(platformCodeTable.codeTable, String(draft.codeTable)),
          eq(platformCodeTable.own, String(draft.own)),
          isNull(platformCodeTable.deleteTime),
          ...(before ? [ne(platformCodeTable.id, before.id)] : []),
        ),
      );
    if (connectorWithSameCode) throw invalid([{ field: 'own', message: platformTexts.codeTwice(String(draft.own)) }]);
    return {};
  },
};

/** Save rules of pushes: only their own calls queue and move them. */
export const pushPolicy: Policy = {
  ignoresDataScope: true,
  disabledOperations: ['list', 'get', 'add', 'edit', 'copy', 'del', 'restore', 'status', 'import', 'export'],
};
