import { describe, expect, it, test } from 'vitest';
import { consoleCommands } from '#core/consoles/commands.ts';
import { elapsedClock } from '#core/consoles/elapsed.ts';
import { progressPercent } from '#core/consoles/progress.ts';
import { modeWords } from '#core/consoles/report-words.ts';
import { isInOrder, rebootCountdown, syncProgress } from '#core/consoles/voice-state.ts';
import { CONSOLE_MODES } from '#core/unit-messages/voice-reports.ts';
import { aStatus, connectedVoice, UNIT, voice } from './console-driver.ts';

const UNABLE = 'Unable to connect to the unit. The Unit may be unavailable, rebooting or turned off. Please try again';

describe('connecting', () => {
  it('starts with the TCP connect call, with IP and carrier [P2-S48]', () => {
    const driver = voice().give({ kind: 'connect' });
    expect(driver.line.connection).toBe('connecting');
    expect(driver.effects).toEqual([{ do: 'tcpConnect', dial: 1, withAddress: true }]);
  });

  it('retries once without IP and carrier, then shows that it cannot connect and keeps the flag error [P2-S49 P2-S50 P2-S64 P2-M33]', () => {
    const driver = voice().give({ kind: 'connect' }).give({ kind: 'tcpFailed', dial: 1 });
    expect(driver.line.connection).toBe('connecting');
    expect(driver.dials.map(({ withAddress }) => withAddress)).toEqual([true, false]);
    driver.give({ kind: 'tcpFailed', dial: 2 });
    expect(driver.dials).toHaveLength(2);
    expect(driver.line).toMatchObject({ connection: 'error', message: UNABLE });
    expect(driver.state.error).toBe(true);
  });

  it('opens the socket after the TCP connect, and sends Query when it is subscribed [P2-S51]', () => {
    const driver = voice().give({ kind: 'connect' }).give({ kind: 'tcpConnected', dial: 1 });
    expect(driver.effects.at(-1)).toEqual({ do: 'listen' });
    expect(driver.sent).toEqual([]);
    driver.give({ kind: 'listening' });
    expect(driver.sent).toEqual(['Query']);
    expect(driver.line.connection).toBe('connecting');
  });

  it('changes from connecting to connected to closed [P2-S47]', () => {
    const driver = voice();
    const seen: string[] = [driver.line.connection];
    const note = () => seen.push(driver.line.connection);
    driver.give({ kind: 'connect' });
    note();
    driver.give({ kind: 'tcpConnected', dial: 1 }).give({ kind: 'listening' }).report(aStatus());
    note();
    driver.give({ kind: 'disconnect' });
    note();
    driver.give({ kind: 'connect' }).give({ kind: 'tcpFailed', dial: 2 }).give({ kind: 'tcpFailed', dial: 3 });
    note();
    expect(seen).toEqual(['closed', 'connecting', 'connected', 'closed', 'error']);
  });

  it('changes to error if Query is not answered within 6 s, not sooner [P2-S52 P2-S74 P2-C130 P2-K19]', () => {
    const driver = voice()
      .give({ kind: 'connect' })
      .give({ kind: 'tcpConnected', dial: 1 })
      .give({ kind: 'listening' });
    driver.wait(5_999);
    expect(driver.line.connection).toBe('connecting');
    driver.wait(1);
    expect(driver.line).toMatchObject({
      connection: 'error',
      message: 'An error occurred. The unit may be unavailable. Please try again.',
    });
    expect(driver.effects.at(-1)).toEqual({ do: 'stopListening' });
  });

  it('accepts any answer to Query, also that the unit does not know it', () => {
    const driver = voice()
      .give({ kind: 'connect' })
      .give({ kind: 'tcpConnected', dial: 1 })
      .give({ kind: 'listening' });
    const { commandId } = driver.lastSent;
    driver.hear({
      event: 'CommandResult',
      UnitSerNum: UNIT,
      commandId,
      outcome: 'unknownCommand',
      answer: {},
      at: driver.now,
    });
    expect(driver.line.connection).toBe('connected');
  });

  it.each(['expired', 'lost'])('shows an error if the Query is %s: the unit has not answered it', (outcome) => {
    const driver = voice()
      .give({ kind: 'connect' })
      .give({ kind: 'tcpConnected', dial: 1 })
      .give({ kind: 'listening' });
    const { commandId } = driver.lastSent;
    driver.hear({ event: 'CommandResult', UnitSerNum: UNIT, commandId, outcome, answer: {}, at: driver.now } as never);
    expect(driver.line).toMatchObject({
      connection: 'error',
      message: 'An error occurred. The unit may be unavailable. Please try again.',
    });
  });

  it('shows the message of the server if it refuses the Query', () => {
    const driver = voice()
      .give({ kind: 'connect' })
      .give({ kind: 'tcpConnected', dial: 1 })
      .give({ kind: 'listening' });
    const { requestId } = driver.lastSent;
    driver.give({ kind: 'refused', requestId, message: 'You do not have access to this' });
    expect(driver.line).toMatchObject({ connection: 'error', message: 'You do not have access to this' });
  });

  it('shows that the Websocket could not be set up if subscribing is refused or times out [P2-M37]', () => {
    const words = 'An error occurred while trying to set up a Websocket.';
    const refused = voice().give({ kind: 'connect' }).give({ kind: 'tcpConnected', dial: 1 });
    refused.give({ kind: 'refused', message: 'You do not have access to this' });
    expect(refused.line).toMatchObject({ connection: 'error', message: words });
    const silent = voice().give({ kind: 'connect' }).give({ kind: 'tcpConnected', dial: 1 }).wait(6_000);
    expect(silent.line).toMatchObject({ connection: 'error', message: words });
  });

  it('changes to error if the socket reports an error, before and while it is connected [P2-S75 P2-C131]', () => {
    const error = { kind: 'refused', message: 'You do not have access to this' } as const;
    const dialling = voice().give({ kind: 'connect' }).give({ kind: 'tcpConnected', dial: 1 }).give(error);
    for (const driver of [dialling, connectedVoice().give(error)]) {
      expect(driver.line).toMatchObject({
        connection: 'error',
        message: 'An error occurred while trying to set up a Websocket.',
      });
      expect(driver.state.error).toBe(true);
    }
  });

  it('notes in the transcript how the connection fares, and marks what failed', () => {
    const notes = (driver: ReturnType<typeof voice>) =>
      driver.line.transcript.filter(({ kind }) => kind === 'console').map(({ text, failure }) => [text, failure]);
    const driver = connectedVoice();
    expect(notes(driver)).toEqual([
      ['Connecting to the unit', undefined],
      ['Connected', undefined],
    ]);
    driver.hear({ event: 'UnitDisconnect', UnitSerNum: UNIT, reason: 'missed heartbeats', at: 0 });
    expect(notes(driver).at(-1)).toEqual(['The connection to the unit has closed (missed heartbeats)', true]);
  });

  it('ignores the answer to an earlier attempt', () => {
    const driver = voice().give({ kind: 'connect' }).give({ kind: 'disconnect' }).give({ kind: 'connect' });
    driver.give({ kind: 'tcpConnected', dial: 1 });
    expect(driver.since(0)).not.toContain('listen');
    driver.give({ kind: 'tcpConnected', dial: 2 });
    expect(driver.effects.at(-1)).toEqual({ do: 'listen' });
  });

  it('ignores the failure of an earlier attempt, also once it is connected', () => {
    const driver = voice().give({ kind: 'connect' }).give({ kind: 'disconnect' }).give({ kind: 'connect' });
    driver.give({ kind: 'tcpFailed', dial: 1 });
    expect(driver.dials).toHaveLength(2);
    driver.give({ kind: 'tcpConnected', dial: 2 }).give({ kind: 'listening' }).report(aStatus());
    driver.give({ kind: 'tcpFailed', dial: 2 });
    expect(driver.line.connection).toBe('connected');
    expect(driver.dials).toHaveLength(2);
  });
});

describe('while connected', () => {
  it('sends a keep-alive every 50 s [P2-S53 P2-K21 P2-C114 P3-B85]', () => {
    const driver = connectedVoice();
    const before = driver.sent.length;
    driver.wait(49_999);
    expect(driver.sent).toHaveLength(before);
    driver.wait(1);
    expect(driver.sent.slice(before)).toEqual(['StayAlive']);
    driver.wait(100_000);
    expect(driver.sent.slice(before)).toEqual(['StayAlive', 'StayAlive', 'StayAlive']);
  });

  it('sends one every second after Shutdown [P2-S71 P2-K22 P2-C127]', () => {
    const driver = connectedVoice().lifecycle('Shutdown');
    const before = driver.sent.length;
    driver.wait(3_000);
    expect(driver.sent.slice(before)).toEqual(['StayAlive', 'StayAlive', 'StayAlive']);
  });

  it('sends none after Shutdown to a console that is not connected [P2-S71]', () => {
    const driver = connectedVoice().give({ kind: 'disconnect' });
    const before = driver.sent.length;
    driver.lifecycle('Shutdown').wait(10_000);
    expect(driver.sent).toHaveLength(before);
  });

  it('says nothing about a keep-alive without an answer', () => {
    const driver = connectedVoice().wait(60_000);
    expect(driver.sent.at(-1)).toBe('StayAlive');
    expect(driver.line).toMatchObject({ connection: 'connected', message: undefined });
  });

  it('clears the message 6 s after the last report of the unit; a keep-alive does not count [P2-S76]', () => {
    const driver = connectedVoice().report(aStatus({ text: 'Say the name' }));
    expect(driver.line.message).toBe('Say the name');
    driver.wait(4_000).report(aStatus());
    driver.wait(5_000);
    expect(driver.line.message).toBe('Say the name');
    driver.hear({
      event: 'CommandSent',
      UnitSerNum: UNIT,
      commandId: 'of another one',
      command: 'StayAlive',
      at: driver.now,
    });
    driver.result('of another one');
    driver.wait(999);
    expect(driver.line.message).toBe('Say the name');
    driver.wait(1);
    expect(driver.line.message).toBeUndefined();
  });

  it('shows the paired zone, or UNKNOWN [P2-S55]', () => {
    const driver = connectedVoice().report(aStatus({ mode: 'Pairing', zone: 7 }));
    expect(modeWords(driver.state.status!)).toBe('Pairing zone 7');
    driver.report(aStatus({ mode: 'Pairing', zone: 'UNKNOWN' }));
    expect(modeWords(driver.state.status!)).toBe('Pairing UNKNOWN');
  });

  it('offers the modes of the protocol, with the carriers [P2-S59]', () => {
    const goToMode = consoleCommands('MXD-LTE', { engineer: false }).find(({ name }) => name === 'GoToMode');
    expect(goToMode?.arguments[0]).toMatchObject({ options: CONSOLE_MODES });
    expect(CONSOLE_MODES).toEqual(expect.arrayContaining(['AT&T', 'Verizon', 'Telus', 'Auto']));
  });

  it('keeps the flags voiceMode and record mode', () => {
    const driver = connectedVoice().report(aStatus({ voiceMode: true, recordMode: true }));
    expect(driver.state.status).toMatchObject({ voiceMode: true, recordMode: true });
    driver.report(aStatus());
    expect(driver.state.status).toMatchObject({ voiceMode: false, recordMode: false });
  });

  it('shows the progress of syncing, and the check mark only at its end [P2-S62]', () => {
    const driver = connectedVoice();
    expect(syncProgress(driver.state)).toBeUndefined();
    expect(isInOrder(driver.state)).toBe(true);
    driver.report(aStatus({ progressValue: 3, progressMax: 12 }));
    expect(syncProgress(driver.state)).toEqual({ percent: 25 });
    expect(isInOrder(driver.state)).toBe(false);
    driver.report(aStatus({ progressValue: 3 }));
    expect(syncProgress(driver.state)).toEqual({ percent: undefined });
    driver.report(aStatus({ progressValue: 12, progressMax: 12 }));
    expect(isInOrder(driver.state)).toBe(true);
  });

  it.each(['UnitError', 'Reset'] as const)(
    'takes the unit for not synced after %s [P2-S73 P2-S72 P2-C129 P2-C128]',
    (event) => {
      const driver = connectedVoice();
      expect(driver.state.synced).toBe(true);
      driver.lifecycle(event, 'Checksum of the profile');
      expect(driver.state.synced).toBe(false);
      expect(isInOrder(driver.state)).toBe(false);
      expect(driver.line.message).toBe('Checksum of the profile');
      driver.report(aStatus({ synced: true }));
      expect(driver.state.synced).toBe(true);
    },
  );

  it('counts as not synced if the unit reports missing changes', () => {
    expect(connectedVoice().report(aStatus({ synced: false })).state.synced).toBe(false);
  });

  it('is closed, disconnected and not synced when the unit disconnects [P2-S63 P2-S68 P2-C124 P2-M38]', () => {
    const driver = connectedVoice().hear({
      event: 'UnitDisconnect',
      UnitSerNum: UNIT,
      reason: 'missed heartbeats',
      at: 0,
    });
    expect(driver.line).toMatchObject({ connection: 'closed', message: 'The connection to the unit has closed' });
    expect(driver.state).toMatchObject({ disconnected: true, synced: false });
    const before = driver.sent.length;
    driver.wait(120_000);
    expect(driver.sent).toHaveLength(before);
    expect(driver.line.message).toBe('The connection to the unit has closed');
  });

  it('asks a reconnected unit for its state', () => {
    const driver = connectedVoice().hear({
      event: 'UnitDisconnect',
      UnitSerNum: UNIT,
      reason: 'closed by unit',
      at: 0,
    });
    driver.hear({ event: 'UnitConnected', UnitSerNum: UNIT, UnitModel: 'MXD-LTE', imei: '', FirmVer: '', at: 0 });
    expect(driver.line.connection).toBe('connecting');
    driver.give({ kind: 'listening' });
    expect(driver.lastSent).toMatchObject({ command: 'Query' });
    driver.report(aStatus());
    expect(driver.line.connection).toBe('connected');
  });

  it('is closed when the socket closes [P2-S69 P2-C125]', () => {
    expect(connectedVoice().give({ kind: 'socketClosed' }).line).toMatchObject({
      connection: 'closed',
      message: 'The connection to the unit has closed',
    });
  });

  it('shows the same report once', () => {
    const driver = connectedVoice();
    const lines = driver.line.transcript.length;
    const report = {
      event: 'Report',
      UnitSerNum: UNIT,
      id: 'A-1-9',
      raw: '00',
      at: 0,
      report: aStatus({ text: 'Hello' }),
    };
    driver.hear(report as never).hear(report as never);
    expect(driver.line.transcript).toHaveLength(lines + 1);
  });
});

describe('commands of a console', () => {
  it('are sent only while connected', () => {
    expect(voice().give({ kind: 'command', command: 'Run', arguments: {} }).effects).toEqual([]);
    const driver = connectedVoice().give({ kind: 'command', command: 'SpeakerVol', arguments: { level: 7 } });
    expect(driver.lastSent).toMatchObject({ command: 'SpeakerVol', arguments: { level: 7 } });
  });

  it("are followed from queued to done, with the frame and the unit's answer", () => {
    const driver = connectedVoice();
    driver.sends = false;
    driver.give({ kind: 'command', command: 'Run', arguments: {} });
    const { requestId, commandId } = driver.lastSent;
    const entry = () => driver.line.transcript.find(({ id }) => id === requestId);
    expect(entry()).toMatchObject({ text: 'Run', stage: 'queued' });
    driver.leaves(commandId, 'Run');
    expect(entry()).toMatchObject({ text: 'Run', stage: 'sent', raw: '574b02' });
    driver.hear({ event: 'CommandReceived', UnitSerNum: UNIT, commandId, command: 'Run', at: 0 });
    expect(entry()).toMatchObject({ stage: 'received' });
    driver.hear({ event: 'CommandResult', UnitSerNum: UNIT, commandId, outcome: 'done', answer: { step: 4 }, at: 0 });
    expect(entry()).toMatchObject({ stage: 'done', answer: 'step 4' });
  });

  it('time out after 6 s [P2-K20]', () => {
    const driver = connectedVoice().give({ kind: 'command', command: 'Run', arguments: {} });
    const { requestId } = driver.lastSent;
    const stage = () => driver.line.transcript.find(({ id }) => id === requestId)?.stage;
    driver.wait(5_999);
    expect(stage()).toBe('sent');
    driver.wait(1);
    expect(stage()).toBe('unanswered');
    expect(driver.line.message).toBe('Run: no answer within 6 s');
  });

  it('that wait for their turn are not sent yet; their time counts from when they are sent [P2-K20]', () => {
    const driver = connectedVoice();
    driver.sends = false;
    driver.give({ kind: 'command', command: 'Reboot', arguments: {} });
    const { requestId, commandId } = driver.lastSent;
    const entry = () => driver.line.transcript.find(({ id }) => id === requestId);
    driver.wait(6_000);
    expect(entry()).toMatchObject({ stage: 'queued', answer: 'Not sent within 6 s. It still waits for its turn' });
    expect(driver.line.message).toBe('Reboot: not sent yet');
    driver.wait(4_000).leaves(commandId, 'Reboot').wait(5_999);
    expect(entry()).toMatchObject({ stage: 'sent', answer: '' });
    driver.wait(1);
    expect(entry()).toMatchObject({ stage: 'unanswered', answer: 'No answer within 6 s' });
    expect(driver.line.message).toBe('Reboot: no answer within 6 s');
  });

  it('that were not sent explain no disconnection, and say that they were not sent', () => {
    const driver = connectedVoice();
    driver.sends = false;
    driver.give({ kind: 'command', command: 'Reboot', arguments: {} });
    const { requestId } = driver.lastSent;
    driver.hear({ event: 'UnitDisconnect', UnitSerNum: UNIT, reason: 'closed by unit', at: 0 });
    expect(driver.line.message).toBe('The connection to the unit has closed');
    const answer = 'Not sent yet when the connection closed';
    expect(driver.line.transcript.find(({ id }) => id === requestId)).toMatchObject({ stage: 'unanswered', answer });
  });

  it('show why the unit refused', () => {
    const driver = connectedVoice().give({ kind: 'command', command: 'GoToMode', arguments: { mode: 'Pairing' } });
    const { requestId, commandId } = driver.lastSent;
    driver.hear({
      event: 'CommandResult',
      UnitSerNum: UNIT,
      commandId,
      outcome: 'refused',
      text: 'In a call',
      answer: {},
      at: 0,
    });
    expect(driver.line.message).toBe('GoToMode: In a call');
    expect(driver.line.transcript.find(({ id }) => id === requestId)).toMatchObject({ stage: 'failed' });
  });

  it('of another console are shown with their outcome, without an effect on this one', () => {
    const driver = connectedVoice();
    const about = { UnitSerNum: '400123', at: driver.now, commandId: 'console-9', command: 'HangUp' };
    const raw = '574b0209';
    driver.give({ kind: 'heard', message: { event: 'CommandSent', ...about, raw } });
    const shown = () => driver.state.line.transcript.at(-1);
    expect(shown()).toMatchObject({ kind: 'command', text: 'HangUp (sent elsewhere)', stage: 'sent', raw });
    driver.give({ kind: 'heard', message: { event: 'CommandReceived', ...about } });
    expect(shown()).toMatchObject({ stage: 'received' });
    driver.give({ kind: 'heard', message: { event: 'CommandResult', ...about, outcome: 'done', answer: {} } });
    expect(shown()).toMatchObject({ stage: 'done' });
    expect(driver.state.line.open).toEqual([]);
  });

  it('take no answer for another id, or for the id of another console', () => {
    const driver = connectedVoice().give({ kind: 'command', command: 'Run', arguments: {} });
    const { requestId } = driver.lastSent;
    const entry = () => driver.line.transcript.find(({ id }) => id === requestId);
    driver.give({ kind: 'recorded', requestId: 'another-console-1', commandId: 'console-7' });
    driver.result('console-7').result(requestId);
    expect(entry()).toMatchObject({ stage: 'sent' });
  });

  it('are remembered with their ids only as long as a result can still come', () => {
    const driver = connectedVoice();
    for (let index = 0; index < 60; index++) driver.give({ kind: 'command', command: 'Run', arguments: {} });
    expect(driver.line.recorded).toHaveLength(50);
    expect(driver.line.recorded.at(-1)).toMatchObject({ requestId: driver.lastSent.requestId });
  });

  it('have unique request ids that the live connection accepts', () => {
    const driver = connectedVoice();
    for (let index = 0; index < 3; index++) driver.give({ kind: 'command', command: 'Run', arguments: {} });
    const ids = driver.effects.flatMap((effect) => (effect.do === 'send' ? [effect.requestId] : []));
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[\w-]{8,40}$/);
  });
});

describe('rebooting', () => {
  const REBOOTING = 'Unit Rebooting. Try reconnecting to the unit in 30 seconds';

  it('closes the socket and counts down from 30 s [P2-S65 P2-S66 P2-S70 P2-K24 P2-M39 P2-C126]', () => {
    const driver = connectedVoice();
    const mark = driver.effects.length;
    driver.lifecycle('Reboot');
    expect(driver.since(mark)).toEqual(['stopListening']);
    expect(driver.line).toMatchObject({ connection: 'closed', message: REBOOTING });
    expect(rebootCountdown(driver.state, driver.now)).toBe(30);
    driver.wait(1_000);
    expect(rebootCountdown(driver.state, driver.now)).toBe(29);
    driver.wait(29_000);
    expect(rebootCountdown(driver.state, driver.now)).toBe(0);
  });

  it('keeps the console of who waits: its lease never ends before the console gives up', () => {
    const driver = connectedVoice().lifecycle('Reboot');
    const mark = driver.effects.length;
    for (let second = 0; second < 200; second++) {
      driver.wait(1_000);
      for (let tries = 0; tries < 2 && driver.state.dial; tries++)
        driver.give({ kind: 'tcpFailed', dial: driver.lastDial });
    }
    expect(driver.since(mark).filter((effect) => effect === 'keepCustody')).toHaveLength(4);
    driver.give({ kind: 'disconnect' });
    const end = driver.effects.length;
    driver.wait(200_000);
    expect(driver.since(end)).toEqual([]);
  });

  it('starts when the unit has carried out the command', () => {
    const driver = connectedVoice().give({ kind: 'command', command: 'Reboot', arguments: {} });
    driver.result(driver.lastSent.commandId);
    expect(driver.line.message).toBe(REBOOTING);
  });

  it('does not start if the unit refuses the command, nor with the result of another one', () => {
    const driver = connectedVoice();
    for (const [command, outcome] of [
      ['Reboot', 'refused'],
      ['Run', 'done'],
    ] as const) {
      driver.give({ kind: 'command', command, arguments: {} });
      const { commandId } = driver.lastSent;
      driver.hear({ event: 'CommandResult', UnitSerNum: UNIT, commandId, outcome, answer: {}, at: driver.now });
      expect(driver.line.connection).toBe('connected');
    }
    expect(driver.line.message).toBe('Run done');
  });

  it('starts when the unit disconnects before the result of the command arrives', () => {
    const driver = connectedVoice().give({ kind: 'command', command: 'Reboot', arguments: {} });
    driver.hear({ event: 'UnitDisconnect', UnitSerNum: UNIT, reason: 'closed by unit', at: 0 });
    expect(driver.line.message).toBe(REBOOTING);
    expect(driver.state.disconnected).toBe(false);
  });

  it('ignores the disconnection of the unit and the socket [P2-S69]', () => {
    const driver = connectedVoice().lifecycle('Reboot').give({ kind: 'socketClosed' });
    driver.hear({ event: 'UnitDisconnect', UnitSerNum: UNIT, reason: 'closed by unit', at: 0 });
    expect(driver.line.message).toBe(REBOOTING);
    expect(driver.state.disconnected).toBe(false);
  });

  it('tries to reconnect from second 12 on, and is connected when the unit answers [P2-S67 P2-K25]', () => {
    const driver = connectedVoice().lifecycle('Reboot');
    const before = driver.dials.length;
    driver.wait(11_999);
    expect(driver.dials).toHaveLength(before);
    driver.wait(1);
    expect(driver.dials).toHaveLength(before + 1);
    driver.give({ kind: 'tcpFailed', dial: driver.lastDial }).give({ kind: 'tcpFailed', dial: driver.lastDial });
    expect(driver.line.message).toBe(REBOOTING);
    driver.wait(4_000);
    driver.give({ kind: 'tcpConnected', dial: driver.lastDial }).give({ kind: 'listening' }).report(aStatus());
    expect(driver.line).toMatchObject({ connection: 'connected', message: undefined });
    expect(rebootCountdown(driver.state, driver.now)).toBeUndefined();
    driver.wait(30_000);
    expect(driver.line).toMatchObject({ connection: 'connected', message: undefined });
    expect(driver.line.transcript.map(({ text }) => text)).not.toContain('It may take several minutes to reboot.');
  });

  it('shows after the countdown that it may take minutes, and stops after five [P2-M40]', () => {
    const driver = connectedVoice().lifecycle('Reboot');
    const fail = () => {
      if (driver.state.dial) driver.give({ kind: 'tcpFailed', dial: driver.lastDial });
      if (driver.state.dial) driver.give({ kind: 'tcpFailed', dial: driver.lastDial });
    };
    for (let second = 0; second < 30; second++) {
      driver.wait(1_000);
      fail();
    }
    expect(driver.line.message).toBe('It may take several minutes to reboot.');
    for (let second = 0; second < 300; second++) {
      driver.wait(1_000);
      fail();
    }
    expect(driver.line).toMatchObject({ connection: 'error', message: UNABLE });
    const dials = driver.dials.length;
    driver.wait(600_000);
    expect(driver.dials).toHaveLength(dials);
  });
});

test.each([
  [0, '00:00:00'],
  [61_999, '00:01:01'],
  [3_600_000 * 27 + 5_000, '27:00:05'],
])('the connect timer shows %i ms as %s', (milliseconds, words) => {
  expect(elapsedClock(milliseconds)).toBe(words);
});

it('counts the connect timer from the answer to Query', () => {
  const driver = connectedVoice();
  expect(driver.line.connectedAt).toBe(driver.now);
  expect(driver.give({ kind: 'disconnect' }).line.connectedAt).toBeUndefined();
});

test.each([
  [5, 20, 25],
  [undefined, 20, undefined],
  [5, undefined, undefined],
  [0, 20, 0],
  [5, 0, undefined],
  [30, 20, 100],
])('progress %s of %s is %s percent [P2-V51]', (value, maximum, percent) => {
  expect(progressPercent(value, maximum)).toBe(percent);
});
