import { z } from 'zod';
import { approvalMachine } from '@contract/features/reports/approval/approvalMachine';
import { approvalTexts } from '@contract/features/reports/approval/approvalTexts';
import { approval } from '@contract/features/reports/entities/approval';
import { failures } from '@contract/messages';
import { permissionOf } from '@contract/permissions';
import { signingTexts } from '@contract/workflow/signatureTexts';
import { permissionOfMove } from '@contract/workflow/stateMachine';
import type { Registry } from '@server/crud/resource';
import { idParam, ok } from '@server/crud/routes';
import { once } from '@server/crud/runOnce';
import { projectOf } from '@server/features/projects/projectStage';
import { idSchema } from '@server/http/bodySchemas';
import { type Call, type Route, route } from '@server/http/route';
import type { Services } from '@server/services';
import { confirmSigningPassword } from '@server/workflow/confirmSigningPassword';
import { type MoveRule, moveRoutes } from '@server/workflow/moveRoutes';
import { fingerprintField } from '@server/workflow/signedFingerprint';
import { movedApproval } from '../movedReport';
import { approvalWork, confirmChanges } from './approvalWork';
import { approvalOf, submitApproval } from './submitApproval';
import { waitingApprovals } from './waitingApprovals';

const submitBody = z.object({
  project: idSchema,
  kind: z.enum(['records', 'report'], { error: () => '审批类别应为records或report' }),
  /**
   * Version that the person saw and signs: the version of the project for records, the version of the report for a
   * report.
   */
  version: z.int({ error: () => signingTexts.noVersion }),
  asSeen: fingerprintField,
  password: z.string().max(200, failures.wrongPassword).optional(),
});

/**
 * Returns the routes that read approvals: one with all its content, those of a project, those that wait for the viewer.
 */
function approvalReadingRoutes(services: Services, registry: Registry): Route[] {
  const { path, label: tag } = approval;
  const context = { services, registry };
  const listPermissions = [permissionOf(approval, 'list')];
  return [
    route({
      method: 'GET',
      path: `${path}/work/:id`,
      permission: listPermissions,
      tag,
      summary: '审批所需的全部内容：检测记录、质控、结果（不符合在前）、退回后的修改',
      handle: async (call) => approvalWork(context, services.database.orm, call, idParam(call)),
    }),
    route({
      method: 'GET',
      path: `${path}/of/:id`,
      permission: listPermissions,
      tag,
      summary: '项目的审批单',
      query: { kind: 'records或report' },
      async handle(call) {
        const project = await projectOf(services.database.orm, registry, call, idParam(call));
        return {
          id: await approvalOf(services.database.orm, project.id, call.query.kind === 'report' ? 'report' : 'records'),
        };
      },
    }),
    route({
      method: 'GET',
      path: `${path}/waiting`,
      permission: listPermissions,
      tag,
      summary: '待本人（或其代理的人）审批的事项，等待最久的在前',
      handle: ({ viewer }) => waitingApprovals(services, registry, viewer),
    }),
  ];
}

/** Routes of 审批单: its author submits it, and three other people move it. */
export const approvalRoutes =
  (moves: Readonly<Record<string, MoveRule>>) =>
  (services: Services, registry: Registry): Route[] => {
    const { path, label: tag } = approval;
    const context = { services, registry };
    const listPermissions = [permissionOf(approval, 'list')];
    return [
      route({
        method: 'POST',
        path: `${path}/submit`,
        permission: [permissionOfMove(approvalMachine, { key: 'submit' })],
        tag,
        summary: '提交项目的检测记录或报告审批',
        body: submitBody,
        async handle(call) {
          const { password, ...submission } = call.body;
          await confirmSigningPassword(services, call, password, '提交审批');
          // The stored hash of the request must not contain the password.
          const callWithoutPassword = Object.create(call, { body: { value: submission } }) as Call<unknown>;
          const row = await services.database.transaction((tx) =>
            once(tx, callWithoutPassword, () => submitApproval(context, tx, callWithoutPassword, submission)),
          );
          return ok(approvalTexts.submitted, { id: row.id });
        },
      }),
      ...approvalReadingRoutes(services, registry),
      route({
        method: 'PUT',
        path: `${path}/confirmChanges`,
        permission: listPermissions,
        tag,
        summary: '确认已查看退回后的修改',
        body: z.object({ id: idSchema }),
        async handle(call) {
          await services.database.transaction((tx) =>
            once(tx, call, async () => {
              await confirmChanges(context, tx, call, call.body.id);
              return { id: call.body.id };
            }),
          );
          return ok(approvalTexts.confirmed);
        },
      }),
      ...moveRoutes(services, registry, movedApproval(registry), moves, { together: true }),
    ];
  };
