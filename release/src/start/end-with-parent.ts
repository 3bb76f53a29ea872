// Loaded before the service (`node --import`): when the process that started it is gone, even killed, the service stops
// as on SIGTERM. Otherwise it would live on and hold the database of the next start.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel?.unref()
