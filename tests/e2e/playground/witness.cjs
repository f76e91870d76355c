// Loaded before the Playground: writes down every attempt to look up or reach another machine, one a line, into ./calls.
const fs = require("node:fs"), dns = require("node:dns"), net = require("node:net"), dgram = require("node:dgram");

const here = (host) => !host || ["localhost", "127.0.0.1", "::1"].includes(host);
const note = (what, host) => here(host) || fs.appendFileSync("calls", `${what} ${host}\n`);

const connect = net.Socket.prototype.connect;
net.Socket.prototype.connect = function (...given) {
  const to = [given[0]].flat()[0]; // Node hands on [options, callback]
  note("connect", typeof to === "object" ? to?.host : given[1]);
  return connect.apply(this, given);
};
const send = dgram.Socket.prototype.send;
dgram.Socket.prototype.send = function (...given) {
  note("send", given.find((one) => typeof one === "string"));
  return send.apply(this, given);
};
const lookup = dns.lookup;
dns.lookup = function (host, ...rest) {
  note("lookup", host);
  return lookup.call(this, host, ...rest);
};
