import { publicityTexts, type ReplacedNotice } from '@contract/features/publicity/publicityWire';
import { PublicAbsent } from './PublicState';
import type { AnswerFailure } from './useAnswer';

const listPath = '/orgReportFormula';

/** 已被替换: links to the report that replaced this one, if it is published. */
function Replaced({ message, replacement }: { message: string; replacement: ReplacedNotice | undefined }) {
  if (!replacement?.notice)
    return <PublicAbsent title={message} advice={publicityTexts.goneAdvice} list={listPath} listTitle="查看全部公示" />;
  return (
    <PublicAbsent
      title={message}
      advice={`更正报告${replacement.reportNo}已公示。`}
      list={`/orgReportFormulaDetails?id=${replacement.notice}`}
      listTitle="查看更正报告的公示"
    />
  );
}

/** Renders why a report is not public: withdrawn, replaced, or never there. */
export function renderAbsentReport({ code, status, message, current }: AnswerFailure) {
  if (code === 'replaced') return <Replaced message={message} replacement={current as ReplacedNotice | undefined} />;
  return (
    status === 404 && (
      <PublicAbsent title={message} advice={publicityTexts.goneAdvice} list={listPath} listTitle="查看全部公示" />
    )
  );
}
