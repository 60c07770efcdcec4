import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { registry } from '@server/app/resources';
import { root } from '@server/base/root';
import { formatDay } from '@server/base/zone';
import { insertMany } from '@server/builtIn/insertMany';
import type { Orm } from '@server/db/orm';
import { paperLayoutTable } from '@server/db/schema';
import type { Services } from '@server/services';
import { storeDemoFile } from './storeDemoFile';

/** Adds the shipped layout of a sampling record as an approved layout of the organization. */
export async function addLayouts(
  services: Services,
  tx: Orm,
  organization: number,
  approver: { readonly nickName: string },
): Promise<void> {
  const now = services.now();
  const today = formatDay(now, services.env.zone);
  const document = await storeDemoFile(services, tx, {
    organizationId: organization,
    name: '采样记录.docx',
    content: await readFile(join(root, 'public/layouts/sampling.docx')),
    fileClass: 'layout',
  });
  const [layout] = (await insertMany(tx, registry.named('paperLayout'), [
    {
      draft: {
        name: '采样记录（本机构版式）',
        kind: 'sampling',
        document,
        controlNo: 'JL-CY-01',
        validFrom: today,
        remark: '按随产品提供的示例版式修改',
      },
      otherColumns: {
        state: 'published',
        edition: 1,
        publishedOn: today,
        approvedBy: approver.nickName,
        approvedAt: now,
      },
      organizationId: organization,
    },
  ])) as [number];
  await tx.update(paperLayoutTable).set({ series: layout }).where(eq(paperLayoutTable.id, layout));
}
