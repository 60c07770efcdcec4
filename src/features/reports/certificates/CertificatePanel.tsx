import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Checkbox, Descriptions, Input, Skeleton } from 'antd';
import { useState } from 'react';
import { failureOf } from '@/api/callFailures';
import { feedback } from '@/lib/feedback';
import { fixedDictionaries } from '@contract/dictionaries';
import { certificateTexts } from '@contract/features/reports/certificates/certificateTexts';
import { applyForCertificate, fetchOwnCertificate } from './certificateCalls';

const certificateKey = ['center', 'certificate'];
const agreementPath = '/legal/certificateAgreement';

/** Accepts the agreement with the password and requests a certificate. After a refusal the input stays. */
function CertificateApplication({ agreement, isRenewal }: { readonly agreement: string; readonly isRenewal: boolean }) {
  const queryClient = useQueryClient();
  const [hasAccepted, setHasAccepted] = useState(false);
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const send = async () => {
    if (!hasAccepted) return setError(certificateTexts.mustAccept);
    setBusy(true);
    setError(null);
    try {
      feedback.notify('success', await applyForCertificate(agreement, password));
      setPassword('');
      setHasAccepted(false);
      await queryClient.invalidateQueries({ queryKey: certificateKey });
    } catch (failure) {
      setError(failureOf(failure).pageText);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      style={{ display: 'grid', gap: 12, maxWidth: 420 }}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      {error && <Alert type="error" showIcon title={error} />}
      <Checkbox checked={hasAccepted} onChange={(event) => setHasAccepted(event.target.checked)}>
        我已阅读并接受
        <a href={agreementPath} target="_blank" rel="noreferrer">
          《数字证书使用协议》
        </a>
        （{agreement}）
      </Checkbox>
      <Input.Password
        aria-label="登录密码"
        placeholder="登录密码"
        autoComplete="current-password"
        value={password}
        maxLength={200}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Button type="primary" htmlType="submit" loading={busy} style={{ justifySelf: 'start' }}>
        {isRenewal ? '重新申请' : '申请数字证书'}
      </Button>
    </form>
  );
}

/** The person's own certificate, which signs the reports that the person issues. */
export function CertificatePanel() {
  const { data, error } = useQuery({
    queryKey: certificateKey,
    queryFn: ({ signal }) => fetchOwnCertificate(signal),
    retry: false,
  });
  if (error) return <Alert type="error" showIcon title="数字证书加载失败，请稍后重试" />;
  if (!data) return <Skeleton active />;
  if (!data.isAvailable) return <p>{certificateTexts.onlySigners}。</p>;
  const { current, agreement } = data;
  return (
    <div style={{ display: 'grid', gap: 16 }}>
      <p style={{ margin: 0 }}>
        由本人签发的报告，PDF除机构的证书外，还用本人的证书签名；PDF阅读器显示签名人、时间和签名后的改动。接受协议的记录在证书到期后保存10年。
      </p>
      {current && (
        <Descriptions
          size="small"
          column={1}
          items={[
            { key: 'holder', label: '持有人', children: current.holder },
            {
              key: 'state',
              label: '状态',
              children: fixedDictionaries.certificateState.find(({ value }) => value === current.state)?.label,
            },
            { key: 'valid', label: '有效期', children: `${current.validFrom} 至 ${current.validUntil}` },
            { key: 'issuer', label: '颁发者', children: current.issuer },
            { key: 'accepted', label: '协议接受时间', children: current.acceptedAt ?? '–' },
            { key: 'fingerprint', label: '指纹（SHA-256）', children: <code>{current.fingerprint}</code> },
          ]}
        />
      )}
      <CertificateApplication agreement={agreement} isRenewal={current !== null} />
    </div>
  );
}
