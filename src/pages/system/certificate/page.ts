import { succeeded } from '@/api/succeeded';
import { makeCertificate, revokeCertificate } from '@/features/reports/certificates/certificateCalls';
import { CertificateNotice } from '@/features/reports/certificates/CertificateNotice';
import { useCertificateUploadDialog } from '@/features/reports/certificates/uploadDialogStore';
import { feedback } from '@/lib/feedback';
import { defineAction, definePage } from '@/listEditor';
import { certificateTexts } from '@contract/features/reports/certificates/certificateTexts';
import { signingCertificate } from '@contract/features/reports/entities/signingCertificate';
import { permissionOf } from '@contract/permissions';

const addPermissions = [permissionOf(signingCertificate, 'add')];

/** /system/certificate: certificates that sign issued reports. */
export default definePage({
  entity: signingCertificate,
  url: 'api/signingCertificate',
  columns: [
    'holder',
    'kind',
    'state',
    'validFrom',
    'validUntil',
    'issuer',
    'source',
    'acceptedAt',
    'agreement',
    'keptUntil',
    'serialNo',
    'fingerprint',
    'endedAt',
    'endReason',
    'createTime',
  ],
  filters: ['holder', 'kind', 'state', 'validUntil'],
  abilities: [],
  slots: { aboveList: CertificateNotice },
  actions: [
    defineAction({
      key: 'make',
      label: '生成机构证书',
      place: 'toolbar',
      permission: addPermissions,
      confirm: certificateTexts.madeConfirm,
      run: async ({ editor }) => {
        await succeeded(makeCertificate().then((message) => feedback.notify('success', message)));
        await editor.refresh();
      },
    }),
    defineAction({
      key: 'load',
      label: '导入证书',
      place: 'toolbar',
      permission: addPermissions,
      run: () => useCertificateUploadDialog.setState({ open: true }),
    }),
    defineAction({
      key: 'revoke',
      label: '吊销',
      place: 'row',
      danger: true,
      permission: [permissionOf(signingCertificate, 'status')],
      enabled: ([row]) => row?.state === 'inUse' && row.kind !== 'authority',
      run: async ({ rows: [row], editor }) => {
        if (!row) return;
        const reason = await feedback.prompt(certificateTexts.endPrompt(String(row.holder)), {
          placeholder: '吊销的原因',
          okText: '吊销',
          check: (text) => (text.trim() ? null : certificateTexts.noReason),
        });
        if (reason === null) return;
        await succeeded(revokeCertificate(row.id, reason).then((message) => feedback.notify('success', message)));
        await editor.refresh();
      },
    }),
  ],
});
