import { describe, expect, it } from 'vitest';
import { digestOf } from '#core/unit-configuration/digest.ts';
import { type SettingsBehaviour, UnitSettings } from '#scripts/simulate/unit-settings.ts';
import { eventually, post } from '#support/bridge.ts';
import { simulatedUnit } from '#support/simulated-unit.ts';

const simulated = simulatedUnit({
  ...{ UnitSerNum: 'W00001', model: 'myConnect', imei: '3569380356438094', firmware: '4.2.31.3.7' },
});
const { reports: of } = simulated;
const start = (settings: SettingsBehaviour) => simulated.start({ speed: 100, settings });
const sync = () =>
  post(simulated.bridge, '/sync', { UnitSerNum: 'W00001', configuration: true, types: ['RF', 'BT', 'FIRMVER'] });
const saved = (settings: Record<string, number>, revision = 1) =>
  simulated.ports.syncQueue.configurations.set('W00001', { revision, settings });

describe('a simulated unit', () => {
  it('tells with each login and ping what it has set', async () => {
    await start({});
    await eventually(() => of('ping').length > 0, 'a ping');
    expect(of('ping')[0]).toMatchObject({ configurationRevision: 0, configurationDigest: 0 });
    const [login] = simulated.ports.ingest.of('login');
    expect(login).toMatchObject({ message: { configurationRevision: 0, configurationDigest: 0 } });
  });

  it('applies a configuration and reports it; its next ping tells it', async () => {
    await start({});
    saved({ SpeakerVol: 8, MicVol: 2 });
    await sync();
    await eventually(() => of('configurationReport').length > 0, 'the report');
    const digest = digestOf({ SpeakerVol: 8, MicVol: 2 });
    const settings = { SpeakerVol: 8, MicVol: 2 };
    expect(of('configurationReport')).toMatchObject([{ revision: 1, digest, settings, refused: [] }]);
    await post(simulated.bridge, '/commands', {
      ...{ commandId: 'ping', UnitSerNum: 'W00001', command: 'forcePing', expiresAt: Date.now() + 60_000 },
    });
    await eventually(() => of('ping').some(({ pingReason }) => pingReason === 'Forced'), 'the ping');
    expect(of('ping').at(-1)).toMatchObject({ configurationRevision: 1, configurationDigest: digest });
  });

  it('can refuse, and can repeat its answers', async () => {
    await start({ refuses: (name) => (name === 'SpeakerVol' ? 'Too loud' : undefined), repeats: true });
    saved({ SpeakerVol: 9, MicVol: 2 });
    await sync();
    await eventually(() => of('configurationReport').length === 2, 'the reports');
    const report = { revision: 1, settings: { MicVol: 2 }, refused: [{ name: 'SpeakerVol', text: 'Too loud' }] };
    expect(of('configurationReport')).toMatchObject([report, report]);
  });

  it('can forget when it starts', async () => {
    await start({ forgets: 1 });
    saved({ SpeakerVol: 8 });
    await sync();
    await eventually(() => of('configurationReport').length > 0, 'the report');
    await post(simulated.bridge, '/commands', {
      ...{ commandId: 'reboot', UnitSerNum: 'W00001', command: 'reboot', expiresAt: Date.now() + 60_000 },
    });
    await eventually(
      () => of('ping').filter(({ pingReason }) => pingReason === 'Power On').length === 2,
      'the restart',
    );
    expect(of('ping').at(-1)).toMatchObject({ configurationRevision: 1, configurationDigest: 0 });
  });

  it('does a waiting message once, and repeats its end when the message comes again', async () => {
    await start({});
    const content = { zone: 3 };
    simulated.ports.syncQueue.messages = [{ UnitSerNum: 'W00001', MessageKey: 'AB', MessageType: 'BT', content }];
    await sync();
    await eventually(() => of('download').length === 2, 'the end');
    await sync();
    await eventually(() => of('download').length === 3, 'the repeated end');
    expect(of('download').map(({ stage, MessageKey }) => `${stage} ${MessageKey}`)).toEqual([
      'started AB',
      'done AB',
      'done AB',
    ]);
  });
});

describe('the home of a simulated wearable', () => {
  const operations = (name: string) => of('operation').filter(({ operation }) => operation === name);
  const asks = async (command: string) => {
    const before = operations(command).length;
    await post(simulated.bridge, '/commands', {
      ...{ commandId: `${command}${before}`, UnitSerNum: 'W00001', command, expiresAt: Date.now() + 60_000 },
    });
    await eventually(() => operations(command).length > before, command);
    return operations(command).at(-1)!.accessPoints;
  };

  it('is forgotten by a message, told no more, and recorded anew', async () => {
    await start({});
    expect((await asks('HOMEWIFIQ')).length).toBeGreaterThan(0);
    simulated.ports.syncQueue.messages = [
      { UnitSerNum: 'W00001', MessageKey: 'AC', MessageType: 'HOMEWIFIC', content: {} },
    ];
    await post(simulated.bridge, '/sync', { UnitSerNum: 'W00001', configuration: false, types: ['HOMEWIFIC'] });
    await eventually(() => of('download').some(({ stage }) => stage === 'done'), 'the end');
    expect(operations('HOMEWIFIC').map(({ accessPoints }) => accessPoints)).toEqual([[]]);
    expect(await asks('HOMEWIFIQ')).toEqual([]);
    expect((await asks('HOMEWIFIRQ')).length).toBeGreaterThan(0);
    expect((await asks('HOMEWIFIQ')).length).toBeGreaterThan(0);
  });

  it('is kept if the unit recorded it after the wearer of the message had left, and forgotten else', async () => {
    await start({});
    const left = new Date().toISOString();
    expect((await asks('HOMEWIFIRQ')).length).toBeGreaterThan(0);
    const forget = async (MessageKey: string, before: string) => {
      simulated.ports.syncQueue.messages = [
        { UnitSerNum: 'W00001', MessageKey, MessageType: 'HOMEWIFIC', content: { before } },
      ];
      await post(simulated.bridge, '/sync', { UnitSerNum: 'W00001', configuration: false, types: ['HOMEWIFIC'] });
      await eventually(
        () => of('download').some((report) => report.stage === 'done' && report.MessageKey === MessageKey),
        'the end',
      );
    };
    await forget('AD', left);
    expect((await asks('HOMEWIFIQ')).length).toBeGreaterThan(0);
    // Another wearer leaves after that.
    await forget('AE', new Date(Date.now() + 60_000).toISOString());
    expect(await asks('HOMEWIFIQ')).toEqual([]);
  });
});

describe('the settings of a simulated unit', () => {
  const part = (number: number, parts: number, settings: Record<string, number>, revision = 1) =>
    ({ type: 'configuration', revision, part: number, parts, settings }) as const;

  it('change when all parts have come, whatever their order, and not before', () => {
    const unit = new UnitSettings();
    expect(unit.take(part(2, 2, { B: 2 }))).toBeUndefined();
    expect(unit.take(part(2, 2, { B: 2 }))).toBeUndefined();
    expect(unit.settings).toEqual({});
    expect(unit.take(part(1, 2, { A: 1 }))).toMatchObject([{ revision: 1, settings: { A: 1, B: 2 } }]);
  });

  it('are not mixed from two revisions, or from two connections', () => {
    const unit = new UnitSettings();
    unit.take(part(1, 2, { A: 1 }));
    expect(unit.take(part(2, 2, { B: 2 }, 2))).toBeUndefined();
    unit.connected();
    expect(unit.take(part(1, 2, { A: 1 }, 2))).toBeUndefined();
    expect(unit.revision).toBe(0);
  });

  it('have the unit’s own default if the configuration does not name them', () => {
    const unit = new UnitSettings();
    unit.take(part(1, 1, { A: 1, B: 2 }));
    unit.take(part(1, 1, { B: 3 }, 2));
    expect(unit.settings).toEqual({ B: 3 });
  });
});
