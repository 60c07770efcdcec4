import { Alert, Button, Descriptions, Typography } from 'antd';
import { PageModal } from '@/session/overlays';
import { chainEndText, chainTexts, clockStepText, placeText } from '@contract/features/system/auditChainReport';
import { useVerification } from './verificationStore';
import styles from './log.module.css';

type VerificationReport = NonNullable<ReturnType<typeof useVerification.getState>['report']>;

/** Result of a verification: broken places, corrections of the clock, and the end of the chain to be kept elsewhere. */
function VerificationResult({ report }: { readonly report: VerificationReport }) {
  const brokenPlaces = report.broken;
  return (
    <>
      {brokenPlaces.length > 0 ? (
        <Alert type="error" showIcon title={chainTexts.brokenAt(brokenPlaces.length)} />
      ) : (
        <Alert
          type="success"
          showIcon
          title={report.last ? (report.own ? chainTexts.wholeOwn : chainTexts.whole)(report.count) : chainTexts.empty}
        />
      )}
      {brokenPlaces.length > 0 && (
        <ul className={styles.places}>
          {brokenPlaces.map((place, index) => (
            <li key={`${index} ${place.fault}`}>{placeText(place)}</li>
          ))}
        </ul>
      )}
      {report.clockSteps && (
        <ul className={styles.places}>
          {report.clockSteps.map((step) => (
            <li key={step.auditId}>{clockStepText(step)}</li>
          ))}
        </ul>
      )}
      {report.last && (
        <>
          <Descriptions
            column={1}
            size="small"
            bordered
            style={{ marginTop: 16 }}
            styles={{ label: { width: 112 } }}
            items={[
              { key: 'count', label: '校验条数', children: report.count.toLocaleString('zh-CN') },
              {
                key: 'last',
                label: chainTexts.last,
                children: (
                  <Typography.Text className="mono" copyable style={{ wordBreak: 'break-all' }}>
                    {chainEndText(report.last)}
                  </Typography.Text>
                ),
              },
            ]}
          />
          <p className={styles.none}>{chainTexts.keep}</p>
        </>
      )}
    </>
  );
}

/** Shows the result of the verification. Its last hash should be stored outside the database. */
export function TrailVerificationDialog() {
  const { report, close } = useVerification();
  return (
    <PageModal
      open={report !== null}
      width={720}
      title="审计日志校验"
      onCancel={close}
      footer={
        <Button type="primary" onClick={close}>
          关闭
        </Button>
      }
    >
      {report && <VerificationResult report={report} />}
    </PageModal>
  );
}
