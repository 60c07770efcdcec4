import { Alert, Button, Space } from 'antd';
import { useState } from 'react';
import { succeeded } from '@/api/succeeded';
import { CopyButton } from '@/lib/CopyButton';
import { PageModal } from '@/session/overlays';
import { labRun } from '@contract/features/laboratory/entities/labRun';
import { gatewayTexts } from '@contract/features/laboratory/runs/gatewayTexts';
import { SelectableItemInput } from '../sheets/SelectableItemInput';
import { type InstrumentToken, makeInstrumentToken } from './runCalls';
import styles from '../methods.module.css';

interface GatewayDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Shows the token and the command for the program that uploads an instrument's files. */
export function GatewayDialog({ open, onClose }: GatewayDialogProps) {
  const [instrumentId, setInstrument] = useState<number | null>(null);
  const [newToken, setNewToken] = useState<InstrumentToken | null>(null);
  const [busy, setBusy] = useState(false);
  const make = async () => {
    if (instrumentId === null) return;
    setBusy(true);
    await succeeded(makeInstrumentToken(instrumentId).then(setNewToken));
    setBusy(false);
  };
  const close = () => {
    setNewToken(null);
    setInstrument(null);
    onClose();
  };
  const command = newToken === null ? '' : gatewayTexts.command(window.location.origin, newToken.instrument);
  return (
    <PageModal open={open} title={gatewayTexts.title} footer={null} onCancel={close} destroyOnHidden>
      <div className={styles.take}>
        <small>{gatewayTexts.hint}</small>
        <Space.Compact block>
          <SelectableItemInput
            entityName="equipment"
            label={labRun.fields.instrument.label}
            value={instrumentId}
            onChange={(next) => {
              setInstrument(next ?? null);
              setNewToken(null);
            }}
          />
          <Button type="primary" disabled={instrumentId === null} loading={busy} onClick={() => void make()}>
            {gatewayTexts.make}
          </Button>
        </Space.Compact>
        {newToken && (
          <>
            <Alert type="success" showIcon title={gatewayTexts.made} />
            {[`INSTRUMENT_TOKEN=${newToken.token}`, command].map((text) => (
              <p key={text}>
                <code style={{ overflowWrap: 'anywhere' }}>{text}</code> <CopyButton text={text} />
              </p>
            ))}
          </>
        )}
      </div>
    </PageModal>
  );
}
