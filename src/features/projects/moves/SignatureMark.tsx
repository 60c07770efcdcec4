import { Alert, Tag, Tooltip } from 'antd';
import {
  formerSignature,
  invalidBecause,
  signatureStates,
  type StepSignature,
} from '@contract/workflow/signatureTexts';
import type { Timeline } from '@contract/workflow/workflowWire';

const colours = { valid: 'green', invalid: 'red', past: 'default' } as const;

/** Shows whether a signature is still valid for its content. The tooltip contains the hash. */
export function SignatureMark({ signature }: { readonly signature: StepSignature }) {
  const { state, hash, meaning, former } = signature;
  const { label, hint } = signatureStates[state];
  return (
    <Tooltip
      title={`${meaning}：${hint}${former ? `。${formerSignature(former)}` : ''}${hash ? `。内容散列值 ${hash}` : ''}`}
    >
      <Tag color={colours[state]} tabIndex={0}>
        {label}
      </Tag>
    </Tooltip>
  );
}

/** Warns that a signature is no longer valid. Renders nothing if all signatures are valid. */
export function InvalidSignatures({ timeline }: { readonly timeline: Timeline | null | undefined }) {
  const broken = (timeline?.steps ?? []).filter(({ signature }) => signature?.state === 'invalid');
  if (!broken.length) return null;
  const changedParts = [...new Set(broken.flatMap(({ signature }) => signature?.changed ?? []))];
  return (
    <Alert
      type="error"
      showIcon
      title={`${signatureStates.invalid.label}：${broken.map(({ personName, label }) => `${personName}（${label}）`).join('、')}`}
      description={timeline?.moves.find(({ blocked }) => blocked)?.blocked ?? invalidBecause(changedParts)}
    />
  );
}
