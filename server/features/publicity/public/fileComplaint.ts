import { and, eq, isNotNull } from 'drizzle-orm';
import { z } from 'zod';
import { type Complaint, complaintTexts } from '@contract/features/publicity/publicContact';
import { assertCaptcha } from '@server/auth/captcha/captcha';
import type { Registry } from '@server/crud/resource';
import { organizationTable, reportFormulaTable, reportTable } from '@server/db/schema';
import { fileNonconformity } from '@server/features/nonconformities/fileNonconformity';
import { invalid, notFound } from '@server/http/errors';
import type { Call } from '@server/http/route';
import { systemCall } from '@server/http/systemCall';
import type { Services } from '@server/services';
import { isPublic } from './publicQuery';

const { limits } = complaintTexts;

/**
 * Body of `POST api/public/complaint`. `notice` or `code` names the subject; `uuid` and `captcha` answer the picture
 * of `auth/code`.
 */
export const complaintBody = z.strictObject({
  notice: z.number().int().positive().max(999_999_999).optional(),
  code: z.string().max(40).optional(),
  content: z.string().trim().min(1, complaintTexts.noContent).max(limits.content),
  person: z.string().trim().max(limits.person).optional(),
  contact: z.string().trim().max(limits.contact).optional(),
  uuid: z.string().max(40).optional(),
  captcha: z.string().max(10).optional(),
});

interface ComplaintSubject {
  readonly organizationId: number | null;
  readonly project: number | null;
  readonly title: string;
  readonly reportNo: string | null;
}

/**
 * Returns the subject of a complaint: a published notice, or an issued report by the code on its paper.
 * @throws Refusal 404
 */
async function subjectOf({ database: { orm } }: Services, { notice, code }: Complaint): Promise<ComplaintSubject> {
  const formula = reportFormulaTable;
  const [subjectRow] =
    notice !== undefined
      ? await orm
          .select({
            organizationId: formula.organizationId,
            project: formula.project,
            title: formula.title,
            reportNo: formula.reportNo,
          })
          .from(formula)
          .innerJoin(organizationTable, eq(organizationTable.id, formula.organizationId))
          .where(and(eq(formula.id, notice), isPublic(formula)))
      : code
        ? await orm
            .select({
              organizationId: reportTable.organizationId,
              project: reportTable.project,
              title: reportTable.title,
              reportNo: reportTable.reportNo,
            })
            .from(reportTable)
            .where(and(eq(reportTable.verifyCode, code), isNotNull(reportTable.issuedOn)))
        : [];
  if (!subjectRow) throw notFound(complaintTexts.unknown);
  return subjectRow;
}

/**
 * Files a visitor's objection word for word as 客户投诉 among the organization's nonconformities. The visitor needs
 * no account.
 * @returns number of the nonconformity
 * @throws Refusal 400 for a wrong captcha or an empty text, 404 for a subject that is not public
 */
export async function fileComplaint(
  services: Services,
  registry: Registry,
  call: Call<Complaint>,
): Promise<{ readonly no: string }> {
  const { body } = call;
  if (services.env.captcha && !body.captcha) throw invalid([{ field: 'captcha', message: complaintTexts.noCaptcha }]);
  await assertCaptcha(services, body.uuid ?? '', body.captcha ?? '');
  const { organizationId, project, title, reportNo } = await subjectOf(services, body);
  const lines = [
    `公众在线提出的异议或投诉（${reportNo ?? title}）`,
    body.content,
    `称呼：${body.person || '未填写'}　联系方式：${body.contact || '未填写'}`,
  ];
  const complaintCall = { ...systemCall('公众意见'), ip: call.ip, requestId: call.requestId };
  const no = await services.database.transaction((tx) =>
    fileNonconformity({ services, registry }, tx, complaintCall, {
      kind: 'complaint',
      description: lines.join('\n'),
      organizationId,
      project,
    }),
  );
  return { no };
}
