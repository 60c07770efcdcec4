import { Button, Modal } from 'antd';
import { LegalText } from '@/features/signIn/legal/LegalText';
import { shellTexts } from '@/lib/texts/shellTexts';
import { agreementDialogWidth } from '@contract/constants';
import { certificateAgreement } from '@contract/features/signIn/legal/certificateAgreement';
import { privacyPolicy } from '@contract/features/signIn/legal/privacyPolicy';
import styles from './overlays.module.css';

const legalDocuments = { privacy: privacyPolicy, certificate: certificateAgreement } as const;

interface AgreementDialogProps {
  readonly agreement: keyof typeof legalDocuments;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Shows the footer's agreements over the page (SPEC §2). */
export function AgreementDialog({ agreement, open, onClose }: AgreementDialogProps) {
  return (
    <Modal
      open={open}
      onCancel={onClose}
      centered
      width={agreementDialogWidth}
      title={shellTexts[agreement]}
      footer={
        <Button type="primary" onClick={onClose}>
          {shellTexts.close}
        </Button>
      }
    >
      {/* Focusable, so that the keyboard can scroll the text. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles.agreement} tabIndex={0} role="region" aria-label={shellTexts[agreement]}>
        <LegalText document={legalDocuments[agreement]} />
      </div>
    </Modal>
  );
}
