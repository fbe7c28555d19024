# Asks Facter, as Puppet does, about the files of facts in cases.txt:
#   oracle8 record.rb > recorded.json
require 'json'
require 'puppet'
require 'tmpdir'

Puppet.initialize_settings
folder = File.dirname(File.absolute_path(__FILE__))
cases = File.read(File.join(folder, 'cases.txt')).split(/^== /).drop(1)

def answer(names, text)
  Dir.mktmpdir do |dir|
    File.write(File.join(dir, 'case.rb'), text)
    logs = []
    Facter.reset
    Facter.on_message { |level, message| logs << "#{level}: #{message}" if %i[warn error].include?(level) }
    Facter.search(dir)
    facts = Puppet::Node::Facts.new('node', Facter.resolve('').to_h)
    facts.sanitize
    # Facter's own facts have problems in containers, and snippets of code are for terminals.
    logs = logs.grep_v(%r{/proc/}).map { |it| it.gsub(dir, 'DIR').split("\n").first.strip }
    { 'names' => names, 'code' => text, 'facts' => facts.values.slice(*names), 'logs' => logs }
  end
end

answers = cases.map do |it|
  names, text = it.split("\n", 2)
  reader, writer = IO.pipe
  pid = fork do
    reader.close
    writer.write(JSON.generate(answer(names.split, text)))
    writer.close
    $stdout.reopen(File::NULL)
    exit!(0)
  end
  writer.close
  found = reader.read
  Process.wait(pid)
  found
end
puts "[\n#{answers.join(",\n")}\n]"
