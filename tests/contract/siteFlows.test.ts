import { describe, expect, it } from 'vitest';
import { flowFromCalibration } from '@contract/features/fieldwork/samples/siteInstrumentFitness';

// Flow of a sampler's calibration, carried to its samples.

const flow = { set: '0.1000', before: '0.0998', after: '0.0990' };
const sample = { plannedFlow: '0.1', flowSet: null, flowBefore: null, flowAfter: null, endTime: null };

describe('flow of a calibration', () => {
  it('the flow of a calibration is proposed as flow before sampling, and as flow after sampling once the sample has ended', () => {
    expect(flowFromCalibration({ flow, constantFlow: false }, sample)).toEqual({ flowBefore: '0.0998' });
    expect(flowFromCalibration({ flow, constantFlow: false }, { ...sample, endTime: '2026-11-21 09:00:00' })).toEqual({
      flowBefore: '0.0998',
      flowAfter: '0.099',
    });
  });

  it('a calibration’s flow is not proposed over a typed flow, for another set flow, or as the end flow of a constant-flow sampler', () => {
    const ended = { ...sample, endTime: '2026-11-21 09:00:00' };
    expect(flowFromCalibration({ flow, constantFlow: true }, ended)).toEqual({ flowBefore: '0.0998' });
    expect(
      flowFromCalibration({ flow, constantFlow: false }, { ...ended, flowBefore: '0.101', flowAfter: '0.1' }),
    ).toEqual({});
    expect(flowFromCalibration({ flow, constantFlow: false }, { ...ended, flowSet: '0.2' })).toEqual({});
    expect(flowFromCalibration({ flow: null, constantFlow: false }, ended)).toEqual({});
    expect(flowFromCalibration({ flow, constantFlow: false }, { ...ended, plannedFlow: null })).toEqual({});
  });
});
