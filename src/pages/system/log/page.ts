import { EventDetail, VerificationFound } from '@/features/system/auditLog/late';
import { useVerification } from '@/features/system/auditLog/verification';
import { defineAction, definePage } from '@/listEditor';
import { chainTexts } from '@contract/features/system/auditChain';
import { auditLog } from '@contract/features/system/entities/auditLog';
import { permissionOf } from '@contract/permissions';

/**
 * 审计日志: what was done, to what, by whom, when; a click on the name tells each field as it was and as it is. 校验
 * recomputes the chain of all lines.
 */
export default definePage({
  entity: auditLog,
  title: '审计日志',
  columns: ['title', 'createTime', 'userName', 'action', 'entityLabel', 'entityId', 'reason', 'ip', 'requestId', 'id'],
  filters: ['userName', 'entityLabel', 'createTime', 'action', 'title', 'changed', 'entityId', 'ip', 'requestId'],
  can: ['export'],
  slots: { detail: EventDetail, above: VerificationFound },
  actions: [
    defineAction({
      key: 'verify',
      label: chainTexts.verify,
      at: 'toolbar',
      permission: [permissionOf(auditLog, 'list')],
      async run({ editor }) {
        await useVerification.getState().run();
        await editor.refresh();
      },
    }),
  ],
});
