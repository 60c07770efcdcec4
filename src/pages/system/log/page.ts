import { EventDetail, VerificationReport } from '@/features/system/auditLog/auditDialogs';
import { useVerification } from '@/features/system/auditLog/verificationStore';
import { defineAction, definePage } from '@/listEditor';
import { chainTexts } from '@contract/features/system/auditChainReport';
import { auditLog } from '@contract/features/system/entities/auditLog';
import { permissionOf } from '@contract/permissions';

/**
 * 审计日志: each event with person, action, row and time. A click on the name shows each field before and after. 校验
 * recomputes the hash chain.
 */
export default definePage({
  entity: auditLog,
  url: 'api/auditLog',
  title: '审计日志',
  columns: ['title', 'createTime', 'userName', 'action', 'entityLabel', 'entityId', 'reason', 'ip', 'requestId', 'id'],
  filters: ['userName', 'entityLabel', 'createTime', 'action', 'title', 'changed', 'entityId', 'ip', 'requestId'],
  abilities: ['export'],
  slots: { detail: EventDetail, aboveList: VerificationReport },
  actions: [
    defineAction({
      key: 'verify',
      label: chainTexts.verify,
      place: 'toolbar',
      permission: [permissionOf(auditLog, 'list')],
      async run({ editor }) {
        await useVerification.getState().run();
        await editor.refresh();
      },
    }),
  ],
});
