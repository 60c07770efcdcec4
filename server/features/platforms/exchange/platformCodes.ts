import { and, eq, isNull } from 'drizzle-orm';
import type { ExchangeName } from '@contract/features/platforms/exchange/adapterNames';
import type { CodeTable, PlatformCode } from '@contract/features/platforms/exchange/codeTables';
import { adapterData, buildMessage, type BuiltMessage } from '@contract/features/platforms/exchange/exchangeAdapters';
import type { ExchangeModel } from '@contract/features/platforms/exchange/exchangeModel';
import { pinyinOf } from '@server/base/pinyin';
import type { Orm } from '@server/db/orm';
import { platformCodeTable } from '@server/db/schema';
import type { StoredConnector } from '../queuePushes';

/** Returns the code tables of a connector. */
export async function codesOf(orm: Orm, connectorId: number): Promise<PlatformCode[]> {
  const rows = await orm
    .select()
    .from(platformCodeTable)
    .where(and(eq(platformCodeTable.connector, connectorId), isNull(platformCodeTable.deleteTime)));
  return rows.map(({ codeTable, own, code, codeName, unitCode, factor }) => ({
    table: codeTable as CodeTable,
    own,
    code,
    name: codeName,
    unitCode,
    factor,
  }));
}

/** Builds the message of a report with the codes of a connector. */
export async function messageFor(
  orm: Orm,
  adapter: ExchangeName,
  connector: StoredConnector,
  model: ExchangeModel,
): Promise<BuiltMessage> {
  const { account, headName } = connector;
  return buildMessage(adapter, model, { account, headName }, await codesOf(orm, connector.id));
}

/** Copies the known codes of an adapter to a connector that has none yet. */
export async function seedCodes(
  tx: Orm,
  adapter: ExchangeName,
  connector: { readonly id: number; readonly organizationId: number | null },
  author: { readonly person: number; readonly at: Date },
): Promise<void> {
  const { codes } = adapterData[adapter];
  if (codes.length === 0 || (await codesOf(tx, connector.id)).length > 0) return;
  await tx.insert(platformCodeTable).values(
    codes.map(({ table, own, code, name = null, unitCode = null, factor = null }) => ({
      connector: connector.id,
      codeTable: table,
      own,
      code,
      codeName: name,
      unitCode,
      factor,
      organizationId: connector.organizationId,
      createBy: author.person,
      updateBy: author.person,
      createTime: author.at,
      updateTime: author.at,
      ...pinyinOf(own),
    })),
  );
}
